package io.gobridge.camel.outbox.record;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.transport.OutboundMessage;

/**
 * A message for one destination that is to be kept.
 *
 * @param partition   the partition that it goes to
 * @param recordId    names this record
 * @param routeId     the route that it came through; empty when there is none
 * @param sourceId    the source that took it in; empty when there is none
 * @param dedupeKey   names the message among those of the partition
 * @param payloadHash names the payload
 * @param key         the key of its sequence, {@link Sharding#NO_KEY} when it belongs to none
 * @param message     what is to be sent
 */
public record NewRecord(long partition, String recordId, String routeId, String sourceId, String dedupeKey,
        String payloadHash, long key, OutboundMessage message) {

    /** Form of the envelope in the database. */
    public static final int FORMAT = 1;

    private static final byte[] NO_BYTES = {};

    /** Describes a message; a second one with the same id is its duplicate. */
    public static NewRecord of(long partition, String recordId, String routeId, String sourceId, OutboundMessage message) {
        Envelope envelope = message.envelope();
        String payloadHash = Fingerprint.of(envelope.payload().isAbsent() ? NO_BYTES : envelope.payload().shared());
        return new NewRecord(
                partition, recordId, routeId, sourceId, Fingerprint.of(partition, envelope.id()), payloadHash,
                Sharding.key(envelope), message);
    }

    /** Returns a record that is a duplicate only of a message with the same id and the same payload. */
    public NewRecord distinguishedByPayload() {
        return new NewRecord(
                partition, recordId, routeId, sourceId, Fingerprint.of(partition, dedupeKey + payloadHash), payloadHash,
                key, message);
    }

    /** Returns the message. */
    public Envelope envelope() {
        return message.envelope();
    }

    /** Returns the last moment at which it is of use, in milliseconds; 0 for never, which is why none is below 1. */
    public long expiresAt() {
        return envelope().expiresAt().map(instant -> Math.max(1, instant.toEpochMilli())).orElse(0L);
    }

    /** Returns the durable form of the message. */
    public byte[] encoded() {
        return DurableForm.write(envelope());
    }
}
