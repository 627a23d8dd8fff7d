package io.gobridge.camel.transport.mqtt;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;

/**
 * A message on its way to the broker.
 *
 * @param owner       who sends it
 * @param message     what the caller wants sent
 * @param topic       where it goes
 * @param packet      what goes there
 * @param isAddressed whether the message brought the topic
 * @param sent        completes when the broker has accepted it
 */
record Publication(MqttSender owner, OutboundMessage message, String topic, PublishPacket packet, boolean isAddressed,
        CompletableFuture<Void> sent) {

    /** Returns why a broker with these limits would not take it. */
    Optional<BridgeException> refusal(ServerLimits limits) {
        if (packet.qos() > limits.maximumQos()) {
            return Optional.of(notSupported("takes quality of service " + limits.maximumQos() + " only"));
        }
        if (packet.isRetained() && !limits.keepsRetained()) {
            return Optional.of(notSupported("takes no retained messages"));
        }
        return packet.length() <= limits.maximumPacketSize()
                ? Optional.empty()
                : Optional.of(BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, describe() + " has " + packet.length()
                                                                                + " bytes with its properties; the broker takes "
                                                                                + limits.maximumPacketSize()));
    }

    /** Ends it with what the broker answered. */
    void answered(Integer reason, Throwable error) {
        if (error != null) {
            sent.completeExceptionally(error);
        } else if (reason >= MqttFailures.REFUSED) {
            sent.completeExceptionally(MqttFailures.ofPublish(reason, describe() + " to '" + topic + "'", isAddressed));
        } else {
            sent.complete(null);
        }
    }

    void fail(BridgeException why) {
        sent.completeExceptionally(why);
    }

    String describe() {
        return "Message " + message.envelope().id();
    }

    private BridgeException notSupported(String what) {
        return BridgeException.of(FailureCode.NOT_SUPPORTED, describe() + " was not sent: the broker " + what)
                .withScope(FailureScope.TARGET);
    }
}
