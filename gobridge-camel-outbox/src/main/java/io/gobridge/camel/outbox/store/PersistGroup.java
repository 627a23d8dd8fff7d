package io.gobridge.camel.outbox.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.Sharding;

/** The records that one transaction keeps, on their way through the persist route. Not thread-safe. */
final class PersistGroup {

    /** What a statement says besides the message and the texts of its row. */
    private static final int STATEMENT_BYTES = 1024;
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;

    private final Dialect dialect;
    private final long mostStatementBytes;
    private final List<NewRecord> records;
    private final List<Persisted> results;
    private final List<NewRecord> fresh = new ArrayList<>();

    /** @param mostStatementBytes the longest statement that the database takes */
    PersistGroup(Dialect dialect, long mostStatementBytes, List<NewRecord> records) {
        this.dialect = dialect;
        this.mostStatementBytes = mostStatementBytes;
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
        return dialect.rows(fresh.stream().map(this::row).toList());
    }

    /** Returns what happened to each record, in their order. */
    List<Persisted> results() {
        return List.copyOf(results);
    }

    private List<Object> row(NewRecord record) {
        String orderingKey = record.envelope().identity().orderingKey();
        long key = record.key();
        byte[] encoded = record.encoded();
        requireFitting(record, encoded);
        return List.of(record.partition(), record.recordId(), record.routeId(), record.sourceId(),
                readable(record.envelope().id()), record.message().address(),
                key == Sharding.NO_KEY ? "" : readable(orderingKey), key, NewRecord.FORMAT, encoded,
                record.expiresAt());
    }

    /** Such a database ends the connection instead of saying why, which looks like a fault of its own. */
    private void requireFitting(NewRecord record, byte[] encoded) {
        long texts = (long) record.envelope().id().length() + record.message().address().length()
                     + record.envelope().identity().orderingKey().length();
        long others = STATEMENT_BYTES + MOST_BYTES_OF_A_CHARACTER * texts;
        if (2L * encoded.length + others <= mostStatementBytes) {
            return;
        }
        long bytes = others + encoded.length + escapes(encoded);
        if (bytes > mostStatementBytes) {
            throw BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, "Message " + record.envelope().id() + " takes " + bytes
                                                                    + " bytes in a statement, and max_allowed_packet of the outbox's database is "
                                                                    + mostStatementBytes);
        }
    }

    /** A byte that means something within quotes is sent as two. */
    private static long escapes(byte[] bytes) {
        long escapes = 0;
        for (byte one : bytes) {
            escapes += one == 0 || one == '\'' || one == '"' || one == '\\' ? 1 : 0;
        }
        return escapes;
    }

    /** The column is for people; the exact text is in the encoded message. PostgreSQL has no NUL in a text. */
    private static String readable(String text) {
        return text.indexOf(0) < 0 ? text : text.replace('\0', ' ');
    }
}
