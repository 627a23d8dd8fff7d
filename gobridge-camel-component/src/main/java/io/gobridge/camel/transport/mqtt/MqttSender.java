package io.gobridge.camel.transport.mqtt;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/** Publishes to the endpoint's topic, or to the one that a message is addressed to. */
final class MqttSender implements Sender {

    private static final Failures FAILURES = new Failures(List.of());

    private final MqttOptions options;
    private final LinkSettings settings;
    private final MqttEnvelopes envelopes;
    private final MqttSession session;
    private final OnlyOnce closed = new OnlyOnce();

    MqttSender(SenderSpec spec, MqttOptions options, MqttSession session) {
        this.options = options;
        this.settings = options.sending(spec, session.derivedClientId());
        this.envelopes = new MqttEnvelopes(spec.scheduler().clock());
        this.session = session;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (closed.hasBegun()) {
            return CompletableFuture.failedFuture(isClosed());
        }
        try {
            return session.publish(this, publication(message));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(FAILURES.of(e));
        }
    }

    @Override
    public void cancel(OutboundMessage message) {
        session.cancel(publication -> message.isSame(publication.message()), BridgeException.of(FailureCode.TIMEOUT,
                "Message " + message.envelope().id() + " waited too long for the broker; it may have been sent"));
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> {
            session.fail(publication -> publication.owner() == this, isClosed());
            return session.leave(this);
        });
    }

    @Override
    public TransportHealth health() {
        return session.health();
    }

    LinkSettings settings() {
        return settings;
    }

    private Publication publication(OutboundMessage message) {
        boolean isAddressed = !message.address().isEmpty() && !message.address().equals(options.topic());
        String topic = isAddressed ? message.address() : options.topic();
        if (!Topics.isTopic(topic)) {
            throw BridgeException.of(FailureCode.ADDRESS_TEMPLATE, "Message " + message.envelope().id()
                                                                   + " is addressed to '" + topic
                                                                   + "', which is no MQTT topic; nothing was sent");
        }
        MqttMessage wire = envelopes.toWire(message.envelope());
        wire.setQos(options.qos());
        wire.setRetained(options.isRetained());
        return new Publication(
                this, message, topic, new PublishPacket(topic, wire), isAddressed, new CompletableFuture<>());
    }

    private BridgeException isClosed() {
        return BridgeException.of(FailureCode.CONNECTION_LOST, "The sender to topic '" + options.topic() + "' is closed");
    }
}
