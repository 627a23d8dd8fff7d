package io.gobridge.camel.outbox.record;

import io.gobridge.camel.envelope.Payload;

/**
 * A message for one destination as the store keeps it. Times are in milliseconds of the database's clock, 0 for never.
 *
 * @param seq            its place in the partition
 * @param recordId       names this record
 * @param routeId        the route that it came through
 * @param sourceId       the source that took it in
 * @param messageId      id of the message
 * @param address        where it goes within the binding; null in a row that somebody broke
 * @param key            the key of its sequence, {@link Sharding#NO_KEY} for none
 * @param format         form of the encoded message
 * @param encoded        the message in its durable form
 * @param createdAt      when it was kept
 * @param expiresAt      the last moment at which it is of use
 * @param nextAttemptAt  before that it is not sent
 * @param firstAttemptAt when it was sent first
 * @param replays        sends that failed for the message's own sake
 */
public record StoredRecord(long seq, String recordId, String routeId, String sourceId, String messageId, String address,
        long key, int format, Payload encoded, long createdAt, long expiresAt, long nextAttemptAt, long firstAttemptAt,
        int replays) {

    /** Tells whether it belongs to a sequence. */
    public boolean isOrdered() {
        return key != Sharding.NO_KEY;
    }
}
