package io.gobridge.camel.outbox.store;

import java.util.List;

import io.gobridge.camel.outbox.record.StoredRecord;

/**
 * What a drain cycle read. Records of a sequence may be among them before their time: whoever sends keeps the order.
 *
 * @param now     the database's time, in milliseconds; 0 when nothing was read
 * @param records the records, by their places
 */
public record Claim(long now, List<StoredRecord> records) {

    /** Copies the list. */
    public Claim {
        records = List.copyOf(records);
    }
}
