package io.gobridge.camel.transport.mqtt;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttPublish;

/**
 * A message on its way to the broker.
 *
 * @param owner       who sends it
 * @param message     what the caller wants sent
 * @param topic       where it goes
 * @param wire        what goes there
 * @param isAddressed whether the message brought the topic
 * @param sent        completes when the broker has accepted it
 */
record Publication(MqttSender owner, OutboundMessage message, String topic, MqttMessage wire, boolean isAddressed,
        CompletableFuture<Void> sent) {

    /** Returns why a broker with these limits would not take it. */
    Optional<BridgeException> refusal(ServerLimits limits) {
        if (wire.getQos() > limits.maximumQos()) {
            return Optional.of(notSupported("takes quality of service " + limits.maximumQos() + " only"));
        }
        if (wire.isRetained() && !limits.keepsRetained()) {
            return Optional.of(notSupported("takes no retained messages"));
        }
        if (limits.maximumPacketSize() == Long.MAX_VALUE) {
            return Optional.empty();
        }
        long bytes = bytes(limits.takesAliases());
        return bytes <= limits.maximumPacketSize()
                ? Optional.empty()
                : Optional.of(BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, describe() + " has " + bytes
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

    /** The topic may go with an alias for it, which makes the packet longer. */
    private long bytes(boolean withAlias) {
        MqttProperties properties = wire.getProperties();
        try {
            properties.setTopicAlias(withAlias ? 1 : null);
            MqttPublish packet = new MqttPublish(topic, wire, properties);
            return (long) packet.getHeader().length + packet.getPayloadLength();
        } catch (MqttException e) {
            throw MqttFailures.ofSession(e, describe());
        } finally {
            properties.setTopicAlias(null);
        }
    }
}
