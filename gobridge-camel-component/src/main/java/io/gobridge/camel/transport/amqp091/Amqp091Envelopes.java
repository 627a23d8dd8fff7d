package io.gobridge.camel.transport.amqp091;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Maps envelopes to messages of AMQP 0-9-1 and back. Immutable. */
final class Amqp091Envelopes {

    private static final byte[] NOTHING = new byte[0];

    private final Clock clock;

    Amqp091Envelopes(Clock clock) {
        this.clock = clock;
    }

    /**
     * Maps all but the payload to the wire.
     *
     * @throws BridgeException when the message has a header that AMQP cannot carry, naming it, or is expired
     */
    BasicProperties toWire(Envelope envelope) {
        return PropertyWriter.write(envelope, clock.instant());
    }

    /** Returns the payload on the wire, which cannot be absent there. */
    static byte[] body(Envelope envelope) {
        return envelope.payload().isAbsent() ? NOTHING : envelope.payload().shared();
    }

    /**
     * Maps a message from the wire, whoever sent it; what cannot be decoded is a defect.
     *
     * @param isCounted whether the queue counts, so that its count is not the sender's
     */
    ReceivedMessage fromWire(Delivery message, boolean isCounted) {
        int attempt = isCounted ? attempt(message) : 1;
        try {
            return decode(message, new PropertyReader(message.getProperties()), attempt);
        } catch (IllegalArgumentException e) {
            BridgeException defect = BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "A message of AMQP 0-9-1 cannot be decoded with its headers: " + e.getMessage(), e);
            return new ReceivedMessage(undecoded(message), Optional.of(defect), IdentityKind.GENERATED, attempt);
        }
    }

    private ReceivedMessage decode(Delivery message, PropertyReader properties, int attempt) {
        Optional<String> id = properties.messageId();
        Instant now = clock.instant();
        Instant expiry = properties.expiresAt(now).orElse(null);
        Envelope envelope = Envelope.withId(id.orElseGet(Amqp091Envelopes::mint)).subject(properties.subject())
                .payload(payload(message.getBody(), properties.isPayloadAbsent()))
                .headers(receipt(properties.headers(), message)).identity(properties.identity())
                .createdAt(createdAt(properties, expiry, now)).expiresAt(expiry).build();
        return new ReceivedMessage(
                envelope, Optional.empty(), id.isPresent() ? IdentityKind.STABLE : IdentityKind.GENERATED, attempt);
    }

    private Envelope undecoded(Delivery message) {
        return Envelope.withId(mint()).payload(Payload.ofImmutable(message.getBody()))
                .headers(receipt(PropertyReader.raw(message.getProperties()), message)).createdAt(clock.instant()).build();
    }

    private static Headers receipt(Headers.Builder headers, Delivery message) {
        headers.remove(Amqp091Headers.REDELIVERED)
                .put(Amqp091Headers.ROUTING_KEY, message.getEnvelope().getRoutingKey())
                .put(Amqp091Headers.EXCHANGE, message.getEnvelope().getExchange());
        if (message.getEnvelope().isRedeliver()) {
            headers.put(Amqp091Headers.REDELIVERED, true);
        }
        return headers.build();
    }

    private static Payload payload(byte[] body, boolean isAbsent) {
        if (!isAbsent) {
            return Payload.ofImmutable(body);
        }
        if (body.length > 0) {
            throw new IllegalArgumentException("the payload is said to be absent and is not");
        }
        return Payload.ABSENT;
    }

    /** A sender whose clock is fast may have created the message after its expiry, by our clock. */
    private static Instant createdAt(PropertyReader properties, Instant expiry, Instant now) {
        Instant created = properties.createdAt().orElse(now);
        return expiry == null || !created.isAfter(expiry) ? created : earlier(now, expiry);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** A count on a message that was never handed over before is the sender's (D-16). */
    private static int attempt(Delivery message) {
        boolean wasHandedOver = message.getEnvelope().isRedeliver() && message.getProperties().getHeaders() != null;
        Object count = wasHandedOver ? message.getProperties().getHeaders().get(Amqp091Headers.DELIVERY_COUNT) : null;
        return count instanceof Number number ? (int) Math.max(1, Math.min(Integer.MAX_VALUE - 1L, number.longValue()) + 1) : 1;
    }

    private static String mint() {
        return UUID.randomUUID().toString();
    }
}
