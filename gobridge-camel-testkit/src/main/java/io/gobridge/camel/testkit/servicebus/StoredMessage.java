package io.gobridge.camel.testkit.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** A message in a queue. Used by the emulator's thread only. */
final class StoredMessage {

    static final Symbol SCHEDULED_FOR = Symbol.valueOf("x-opt-scheduled-enqueue-time");

    private static final Symbol SEQUENCE_NUMBER = Symbol.valueOf("x-opt-sequence-number");
    private static final Symbol ENQUEUED_AT = Symbol.valueOf("x-opt-enqueued-time");
    private static final Symbol LOCKED_UNTIL = Symbol.valueOf("x-opt-locked-until");
    private static final Symbol DEAD_LETTER_SOURCE = Symbol.valueOf("x-opt-deadletter-source");

    private final byte[] encoded;
    private final long sequenceNumber;
    private final String id;
    private final String sessionId;
    private final Instant enqueuedAt;
    private final Map<String, Object> changes = new HashMap<>();
    private String deadLetterSource = "";
    private Instant expiresAt;
    private int deliveryCount;

    private @Nullable UUID lockToken;
    private Instant lockedUntil = Instant.MIN;

    StoredMessage(byte[] encoded, long sequenceNumber, Instant enqueuedAt, Duration longestLife) {
        Message content = Wire.decode(encoded);
        this.encoded = encoded;
        this.sequenceNumber = sequenceNumber;
        this.id = content.getMessageId() == null ? "" : content.getMessageId().toString();
        this.sessionId = content.getGroupId() == null ? "" : content.getGroupId();
        this.enqueuedAt = enqueuedAt;
        this.expiresAt = expiry(enqueuedAt, content.getTtl(), longestLife);
    }

    private static Instant expiry(Instant from, long timeToLiveMillis, Duration longestLife) {
        Instant expiry = timeToLiveMillis > 0 ? from.plusMillis(timeToLiveMillis) : Instant.MAX;
        Instant latest = longestLife.isZero() ? Instant.MAX : from.plus(longestLife);
        return expiry.isBefore(latest) ? expiry : latest;
    }

    long sequenceNumber() {
        return sequenceNumber;
    }

    String id() {
        return id;
    }

    String sessionId() {
        return sessionId;
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    int deliveryCount() {
        return deliveryCount;
    }

    /** Counts a delivery that came to nothing. */
    void countDelivery() {
        deliveryCount++;
    }

    /** Sets application properties that receivers see from now on. */
    void change(Map<?, ?> properties) {
        properties.forEach((name, value) -> changes.put(name.toString(), value));
    }

    /** Dead letters do not expire. */
    void becomeDeadLetterOf(String entity) {
        deadLetterSource = entity;
        expiresAt = Instant.MAX;
    }

    UUID lock(UUID token, Instant until) {
        lockToken = token;
        lockedUntil = until;
        return token;
    }

    void renewLock(Instant until) {
        lockedUntil = until;
    }

    void unlock() {
        lockToken = null;
        lockedUntil = Instant.MIN;
    }

    @Nullable
    UUID lockToken() {
        return lockToken;
    }

    Instant lockedUntil() {
        return lockedUntil;
    }

    /** Returns the message as a receiver gets it. */
    byte[] toWire() {
        Message message = Wire.decode(encoded);
        if (message.getHeader() == null) {
            // The official client reads it without looking whether it is there.
            message.setHeader(new Header());
        }
        message.setDeliveryCount(deliveryCount);
        message.setMessageAnnotations(new MessageAnnotations(annotations(message)));
        if (!changes.isEmpty()) {
            message.setApplicationProperties(new ApplicationProperties(properties(message)));
        }
        return Wire.encode(message);
    }

    private Map<Symbol, Object> annotations(Message message) {
        Map<Symbol, Object> annotations = new HashMap<>();
        if (message.getMessageAnnotations() != null) {
            annotations.putAll(message.getMessageAnnotations().getValue());
        }
        annotations.put(SEQUENCE_NUMBER, sequenceNumber);
        annotations.put(ENQUEUED_AT, Date.from(enqueuedAt));
        if (lockToken != null) {
            annotations.put(LOCKED_UNTIL, Date.from(lockedUntil));
        }
        if (!deadLetterSource.isEmpty()) {
            annotations.put(DEAD_LETTER_SOURCE, deadLetterSource);
        }
        return annotations;
    }

    private Map<String, Object> properties(Message message) {
        Map<String, Object> properties = new HashMap<>();
        if (message.getApplicationProperties() != null) {
            properties.putAll(message.getApplicationProperties().getValue());
        }
        properties.putAll(changes);
        return properties;
    }
}
