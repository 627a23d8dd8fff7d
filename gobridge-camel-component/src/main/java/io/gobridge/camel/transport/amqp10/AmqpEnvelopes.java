package io.gobridge.camel.transport.amqp10;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.qpid.proton.message.Message;

/** Maps envelopes to AMQP messages and back. Immutable. */
final class AmqpEnvelopes {

    private final Clock clock;

    AmqpEnvelopes(Clock clock) {
        this.clock = clock;
    }

    /**
     * Maps a message to the wire.
     *
     * @throws BridgeException when the message has a header that AMQP cannot carry, naming it, or is expired
     */
    Message toWire(Envelope envelope, MessageDefaults defaults) {
        return MessageWriter.write(envelope, defaults, clock.instant());
    }

    /** Maps a message that the client library received; what cannot be decoded is a defect. */
    ReceivedMessage fromWire(jakarta.jms.Message received) {
        try {
            return fromWire(WireMessages.fromJms(received));
        } catch (RuntimeException e) {
            return defective(Message.Factory.create(), e);
        }
    }

    /** Maps a message from the wire, whoever sent it; what cannot be decoded is a defect. */
    ReceivedMessage fromWire(Message message) {
        try {
            return decode(message, new MessageReader(message));
        } catch (IllegalArgumentException e) {
            return defective(message, e);
        }
    }

    private ReceivedMessage defective(Message message, RuntimeException why) {
        BridgeException defect = BridgeException.of(FailureCode.INVALID_PAYLOAD,
                "An AMQP message cannot be decoded: " + why.getMessage(), why);
        return new ReceivedMessage(undecoded(message), Optional.of(defect), IdentityKind.GENERATED);
    }

    private ReceivedMessage decode(Message message, MessageReader reader) {
        Instant now = clock.instant();
        Optional<String> id = reader.messageId();
        Instant expiry = reader.expiresAt(now).orElse(null);
        Envelope envelope = Envelope.withId(id.orElseGet(AmqpEnvelopes::mint)).subject(reader.subject())
                .payload(AmqpBody.fromWire(message.getBody())).headers(reader.headers().build())
                .identity(reader.identity()).createdAt(createdAt(reader, expiry, now)).expiresAt(expiry).build();
        return new ReceivedMessage(
                envelope, Optional.empty(), id.isPresent() ? IdentityKind.STABLE : IdentityKind.GENERATED);
    }

    private Envelope undecoded(Message message) {
        return Envelope.withId(mint()).payload(AmqpBody.raw(message.getBody())).headers(MessageReader.raw(message).build())
                .createdAt(clock.instant()).build();
    }

    /** A sender whose clock is fast may have created the message after its expiry. */
    private static Instant createdAt(MessageReader reader, Instant expiry, Instant now) {
        Instant created = reader.createdAt().orElse(now);
        return expiry != null && created.isAfter(expiry) ? expiry : created;
    }

    private static String mint() {
        return UUID.randomUUID().toString();
    }
}
