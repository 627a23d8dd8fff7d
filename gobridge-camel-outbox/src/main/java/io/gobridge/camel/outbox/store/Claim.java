package io.gobridge.camel.outbox.store;

import java.util.List;

import io.gobridge.camel.outbox.record.StoredRecord;

/**
 * What a drain cycle read. Records of a sequence may be among them before their time: whoever sends keeps the order.
 *
 * @param now             the database's time, in milliseconds; 0 when nothing was read
 * @param records         the records, by their places
 * @param firstOpen       number of the first transaction that may have been open at the time; {@link #UNKNOWN} when the
 *                        database does not say
 * @param nextTransaction number that no transaction had at the time, nor any lower one that begins later;
 *                        {@link #UNKNOWN} when the database does not say
 */
public record Claim(long now, List<StoredRecord> records, long firstOpen, long nextTransaction) {

    /** The number of no transaction. */
    public static final long UNKNOWN = 0;

    /** Copies the list. */
    public Claim {
        records = List.copyOf(records);
    }

    /** Describes what was read from a database that does not say which transactions are open. */
    public Claim(long now, List<StoredRecord> records) {
        this(now, records, UNKNOWN, UNKNOWN);
    }
}
