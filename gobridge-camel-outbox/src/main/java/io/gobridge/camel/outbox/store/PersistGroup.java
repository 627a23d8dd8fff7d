package io.gobridge.camel.outbox.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.Sharding;

/** The records that one transaction keeps, on their way through the persist route. Not thread-safe. */
final class PersistGroup {

    private final Dialect dialect;
    private final List<NewRecord> records;
    private final List<Persisted> results;
    private final List<NewRecord> fresh = new ArrayList<>();

    PersistGroup(Dialect dialect, List<NewRecord> records) {
        this.dialect = dialect;
        this.records = records;
        this.results = new ArrayList<>(records.size());
    }

    /** Returns the parameters that ask which of the records are known. */
    List<Object> keys() {
        return List.of(dialect.numbers(records.stream().map(NewRecord::partition).toList()),
                dialect.names(records.stream().map(NewRecord::dedupeKey).toList()));
    }

    /** Sorts out those that are known, given the rows of the database. */
    void dropKnown(List<Map<String, Object>> rows) {
        Map<String, String> known = new HashMap<>();
        rows.forEach(row -> known.put((String) row.get("dedupe_key"), (String) row.get("payload_hash")));
        results.clear();
        fresh.clear();
        for (NewRecord record : records) {
            String before = known.putIfAbsent(record.dedupeKey(), record.payloadHash());
            if (before == null) {
                fresh.add(record);
                results.add(Persisted.KEPT);
            } else {
                results.add(before.equals(record.payloadHash()) ? Persisted.DUPLICATE : Persisted.ID_REUSED);
            }
        }
    }

    boolean hasFresh() {
        return !fresh.isEmpty();
    }

    /** In one order for everybody: two transactions with the same keys wait for each other, and never both at once. */
    Object seenRows() {
        return dialect.rows(fresh.stream().sorted(Comparator.comparing(NewRecord::dedupeKey))
                .map(record -> List.<Object> of(record.partition(), record.dedupeKey(), record.payloadHash())).toList());
    }

    Object recordRows() {
        return dialect.rows(fresh.stream().map(PersistGroup::row).toList());
    }

    /** Returns what happened to each record, in their order. */
    List<Persisted> results() {
        return List.copyOf(results);
    }

    private static List<Object> row(NewRecord record) {
        String orderingKey = record.envelope().identity().orderingKey();
        long key = record.key();
        return List.of(record.partition(), record.recordId(), record.routeId(), record.sourceId(),
                readable(record.envelope().id()), record.message().address(),
                key == Sharding.NO_KEY ? "" : readable(orderingKey), key, NewRecord.FORMAT, record.encoded(),
                record.expiresAt());
    }

    /** The column is for people; the exact text is in the encoded message. PostgreSQL has no NUL in a text. */
    private static String readable(String text) {
        return text.indexOf(0) < 0 ? text : text.replace('\0', ' ');
    }
}
