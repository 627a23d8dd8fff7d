package io.gobridge.camel.transport.mqtt;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Maps envelopes to MQTT messages and back. Immutable. */
final class MqttEnvelopes {

    /** Four bytes of seconds, 136 years. */
    private static final long LONGEST_EXPIRY = 0xFFFF_FFFFL;

    private final Clock clock;

    MqttEnvelopes(Clock clock) {
        this.clock = clock;
    }

    /**
     * Maps a message to the wire.
     *
     * @throws BridgeException when the message has a header that MQTT cannot carry, naming it, or is expired
     */
    MqttMessage toWire(Envelope envelope) {
        MqttProperties properties = PropertyWriter.write(envelope);
        envelope.expiresAt().ifPresent(expiry -> properties.setMessageExpiryInterval(secondsUntil(expiry, envelope)));
        byte[] payload = envelope.payload().isAbsent() ? new byte[0] : envelope.payload().shared();
        MqttMessage message = new MqttMessage(payload);
        message.setProperties(properties);
        return message;
    }

    /** Maps a message from the wire, whoever sent it; what cannot be decoded is a defect. */
    ReceivedMessage fromWire(String topic, MqttMessage message) {
        try {
            return decode(topic, message, new PropertyReader(message.getProperties()));
        } catch (IllegalArgumentException e) {
            BridgeException defect = BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "An MQTT message cannot be decoded with its user properties: " + e.getMessage(), e);
            return new ReceivedMessage(undecoded(topic, message), Optional.of(defect), IdentityKind.GENERATED);
        }
    }

    private ReceivedMessage decode(String topic, MqttMessage message, PropertyReader properties) {
        boolean hasId = properties.messageId().isPresent();
        Instant now = clock.instant();
        Instant expiry = expiry(message, now);
        Envelope envelope = Envelope.withId(properties.messageId().orElseGet(MqttEnvelopes::mint))
                .subject(properties.subject()).payload(payload(message, properties.isPayloadAbsent()))
                .headers(receipt(properties.headers(), topic, message)).identity(properties.identity())
                .createdAt(createdAt(properties, expiry, now)).expiresAt(expiry).build();
        return new ReceivedMessage(envelope, Optional.empty(), hasId ? IdentityKind.STABLE : IdentityKind.GENERATED);
    }

    private Envelope undecoded(String topic, MqttMessage message) {
        return Envelope.withId(mint()).payload(Payload.ofImmutable(message.getPayload()))
                .headers(receipt(PropertyReader.raw(message.getProperties()), topic, message))
                .createdAt(clock.instant()).build();
    }

    private static Headers receipt(Headers.Builder headers, String topic, MqttMessage message) {
        headers.remove(MqttHeaders.RETAINED).put(MqttHeaders.TOPIC, topic);
        if (message.isRetained()) {
            headers.put(MqttHeaders.RETAINED, true);
        }
        return headers.build();
    }

    private static Payload payload(MqttMessage message, boolean isAbsent) {
        if (!isAbsent) {
            return Payload.ofImmutable(message.getPayload());
        }
        if (message.getPayload().length > 0) {
            throw new IllegalArgumentException("the payload is said to be absent and is not");
        }
        return Payload.ABSENT;
    }

    private static Instant expiry(MqttMessage message, Instant now) {
        Long seconds = message.getProperties().getMessageExpiryInterval();
        return seconds == null ? null : now.plusSeconds(seconds);
    }

    /** A sender whose clock is fast may have created the message after its expiry, by our clock. */
    private static Instant createdAt(PropertyReader properties, Instant expiry, Instant now) {
        Instant created = properties.createdAt().orElse(now);
        return expiry != null && created.isAfter(expiry) ? now : created;
    }

    /** Rounds up, so that no message expires before its time. */
    private long secondsUntil(Instant expiry, Envelope envelope) {
        Instant now = clock.instant();
        if (envelope.isExpired(now)) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "Message " + envelope.id() + " expired at " + expiry);
        }
        if (expiry.isAfter(now.plusSeconds(LONGEST_EXPIRY))) {
            return LONGEST_EXPIRY;
        }
        return Math.max(1, Duration.between(now, expiry).plusSeconds(1).minusNanos(1).toSeconds());
    }

    private static String mint() {
        return UUID.randomUUID().toString();
    }
}
