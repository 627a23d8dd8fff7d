package io.gobridge.camel.transport.servicebus;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Maps envelopes to Service Bus messages and back. Immutable. */
final class ServiceBusEnvelopes {

    private static final Duration MILLISECOND = Duration.ofMillis(1);

    /** Four bytes of milliseconds, 49 days; the absolute expiry goes further. */
    private static final Duration LONGEST_LIFE = Duration.ofMillis(0xFFFF_FFFFL);

    private final Clock clock;

    ServiceBusEnvelopes(Clock clock) {
        this.clock = clock;
    }

    /**
     * Maps a message to the wire.
     *
     * @param  endpointSession the session of a message without an ordering key; empty text for none
     * @throws BridgeException when the message has a header that Service Bus cannot carry, naming it, or is expired
     */
    ServiceBusMessage toWire(Envelope envelope, String endpointSession) {
        byte[] payload = envelope.payload().isAbsent() ? new byte[0] : envelope.payload().shared();
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(payload));
        String key = envelope.identity().orderingKey();
        if (!key.isEmpty() || !endpointSession.isEmpty()) {
            message.setSessionId(key.isEmpty() ? endpointSession : ServiceBusText.id(key));
        }
        new PropertyWriter(message).write(envelope);
        envelope.expiresAt().ifPresent(expiry -> {
            message.setTimeToLive(timeToLive(expiry, envelope));
            message.getRawAmqpMessage().getProperties().setAbsoluteExpiryTime(expiry.atOffset(ZoneOffset.UTC));
        });
        return message;
    }

    /** Maps a message from the wire, whoever sent it; what cannot be decoded is a defect. */
    ReceivedMessage fromWire(ServiceBusReceivedMessage message) {
        try {
            return decode(message, new PropertyReader(message));
        } catch (RuntimeException e) {
            // Whatever it is: the same message would come again, and break the link again.
            BridgeException defect = BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "A Service Bus message cannot be decoded: " + e.getMessage(), e);
            return new ReceivedMessage(undecoded(message), Optional.of(defect), identity(message));
        }
    }

    private ReceivedMessage decode(ServiceBusReceivedMessage message, PropertyReader properties) {
        Instant expiry = expiry(message);
        Envelope envelope = Envelope.withId(properties.messageId().orElseGet(ServiceBusEnvelopes::mint))
                .subject(properties.subject()).payload(payload(message, properties.isPayloadAbsent()))
                .headers(properties.headers().build()).identity(properties.identity())
                .createdAt(createdAt(properties, expiry)).expiresAt(expiry).build();
        return new ReceivedMessage(
                envelope, Optional.empty(),
                properties.messageId().isPresent() ? IdentityKind.STABLE : IdentityKind.GENERATED);
    }

    private Envelope undecoded(ServiceBusReceivedMessage message) {
        String id = identity(message) == IdentityKind.STABLE ? message.getMessageId() : mint();
        return Envelope.withId(id).payload(Payload.ofImmutable(raw(message)))
                .headers(PropertyReader.raw(message).build()).createdAt(clock.instant()).build();
    }

    private static IdentityKind identity(ServiceBusReceivedMessage message) {
        String id = message.getMessageId();
        return id == null || id.isEmpty() ? IdentityKind.GENERATED : IdentityKind.STABLE;
    }

    private static Payload payload(ServiceBusReceivedMessage message, boolean isAbsent) {
        byte[] bytes = raw(message);
        if (bytes == null) {
            throw new IllegalArgumentException("its body is neither data nor text");
        }
        if (isAbsent && bytes.length > 0) {
            throw new IllegalArgumentException("the payload is said to be absent and is not");
        }
        return isAbsent ? Payload.ABSENT : Payload.ofImmutable(bytes);
    }

    /** Returns the bytes of the body; null when it has none of its own. JMS clients send texts as AMQP values. */
    private static byte[] raw(ServiceBusReceivedMessage message) {
        AmqpMessageBody body = message.getRawAmqpMessage().getBody();
        if (body.getBodyType() == AmqpMessageBodyType.DATA) {
            return body.getFirstData();
        }
        return body.getBodyType() == AmqpMessageBodyType.VALUE && body.getValue() instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8) : null;
    }

    private static Instant expiry(ServiceBusReceivedMessage message) {
        OffsetDateTime absolute = message.getRawAmqpMessage().getProperties().getAbsoluteExpiryTime();
        if (absolute != null) {
            return absolute.toInstant();
        }
        Duration life = message.getTimeToLive();
        return life == null || life.isZero() || message.getEnqueuedTime() == null
                ? null : message.getEnqueuedTime().toInstant().plus(life);
    }

    /** A sender whose clock is fast may have created the message after its expiry, by the clock of Service Bus. */
    private Instant createdAt(PropertyReader properties, Instant expiry) {
        Instant created = properties.createdAt().orElseGet(clock::instant);
        return expiry != null && created.isAfter(expiry) ? expiry : created;
    }

    /** Rounds up, so that no message expires before its time. */
    private Duration timeToLive(Instant expiry, Envelope envelope) {
        Instant now = clock.instant();
        if (envelope.isExpired(now)) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "Message " + envelope.id() + " expired at " + expiry);
        }
        Duration left = Duration.ofMillis(Duration.between(now, expiry).plus(MILLISECOND).minusNanos(1).toMillis());
        if (left.isZero()) {
            return MILLISECOND;
        }
        return left.compareTo(LONGEST_LIFE) > 0 ? LONGEST_LIFE : left;
    }

    private static String mint() {
        return UUID.randomUUID().toString();
    }
}
