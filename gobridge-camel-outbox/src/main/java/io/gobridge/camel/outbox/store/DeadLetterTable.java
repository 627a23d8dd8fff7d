package io.gobridge.camel.outbox.store;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.AuditLine;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.DeadLetterPage;
import io.gobridge.camel.deadletter.DeadLetterSummary;
import io.gobridge.camel.deadletter.HistoryJson;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;

/**
 * The table of dead letters. A change is one statement that names the revision which it was made from; when another
 * node was faster, it is made again from what is there now. Every call blocks. Thread-safe.
 */
public final class DeadLetterTable {

    private static final int FORMAT = 1;
    private static final int MAX_TRIES = 20;
    private static final int MAX_ASCII = 0x7f;

    private final Sql sql;

    /** Uses the table in the database. */
    public DeadLetterTable(Dialect dialect, DataSource dataSource) {
        this.sql = new Sql(dialect, dataSource);
    }

    /** Writes the entry, or merges it into the one of its id. */
    public void write(DeadLetter entry) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            if (insert(entry) || change(entry.id(), known -> known.merged(entry))) {
                return;
            }
        }
        throw BridgeException.of(FailureCode.UNAVAILABLE, "Dead letter " + entry.id() + " was changed by others " + MAX_TRIES
                                                          + " times while it was written; it is tried again")
                .withScope(FailureScope.TARGET);
    }

    private boolean insert(DeadLetter entry) {
        try {
            return sql.update("insert-dead-letter", entry.id(), entry.form().name(), text(entry.envelope().id()),
                    text(entry.sourceId()), text(entry.routeId()), text(entry.binding()), text(entry.address()),
                    entry.category().name(), entry.code().name(), text(entry.reason()), entry.firstFailure().toEpochMilli(),
                    entry.lastFailure().toEpochMilli(), entry.attempts(), FORMAT, EnvelopeJson.write(entry.envelope()),
                    HistoryJson.write(entry.history(), entry.audit()))
                   > 0;
        } catch (BridgeException e) {
            if (SqlFailures.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Adds a line to the entry; false when there is none. */
    public boolean annotate(String id, AuditLine line) {
        return change(id, known -> known.with(line));
    }

    /** Changes the entry; false when there is none. */
    private boolean change(String id, UnaryOperator<DeadLetter> how) {
        Optional<Row> row = find(id);
        while (row.isPresent() && !update(how.apply(row.get().entry()), row.get())) {
            row = find(id);
        }
        return row.isPresent();
    }

    /** What did not change keeps its name: a newer version may have written one that is not known here. */
    private boolean update(DeadLetter entry, Row known) {
        String category = entry.category() == known.entry().category() ? known.category() : entry.category().name();
        String code = entry.code() == known.entry().code() ? known.code() : entry.code().name();
        return sql.update("update-dead-letter", category, code, text(entry.reason()),
                entry.firstFailure().toEpochMilli(), entry.lastFailure().toEpochMilli(), entry.attempts(),
                HistoryJson.write(entry.history(), entry.audit()), entry.id(), known.revision())
               > 0;
    }

    /** Returns the entry; empty when there is none. */
    public Optional<DeadLetter> get(String id) {
        return find(id).map(Row::entry);
    }

    private Optional<Row> find(String id) {
        return !isPossible(id)
                ? Optional.empty() : sql.query("find-dead-letter", (row, number) -> new Row(
                        entry(row), row.getString("category"), row.getString("code"), row.getInt("revision")), id).stream()
                        .findFirst();
    }

    /** Lists entries that were written first after the place, which is 0 for all. */
    public DeadLetterPage list(DeadLetterFilter filter, long after, int size) {
        String category = filter.category().map(DeadLetterCategory::name).orElse("");
        String route = text(filter.routeId());
        List<Place> found = sql.query("list-dead-letters", (row, number) -> new Place(row.getLong("seq"), summary(row)), after,
                millis(filter.from()), millis(filter.to()), route, route, category,
                category, size + 1);
        List<DeadLetterSummary> entries = new ArrayList<>();
        found.stream().limit(size).forEach(place -> entries.add(place.entry()));
        return new DeadLetterPage(entries, found.size() > size ? Long.toString(found.get(size - 1).seq()) : "");
    }

    /** A filter may name an instant beyond all that can be counted. */
    private static long millis(Instant instant) {
        if (instant.isBefore(Instant.EPOCH)) {
            return 0;
        }
        return instant.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE)) ? Long.MAX_VALUE : instant.toEpochMilli();
    }

    /** Deletes the entry; false when there was none. */
    public boolean delete(String id) {
        return isPossible(id) && sql.update("delete-dead-letter", id) > 0;
    }

    /** Deletes the entry unless it failed again since it was read. */
    public boolean deleteUnlessFailedAgain(DeadLetter read) {
        return sql.update("delete-dead-letter-unless-failed-again", read.id(), read.attempts(),
                read.lastFailure().toEpochMilli())
               > 0;
    }

    /** Others are no ids, and some of them are texts that a database cannot even compare. */
    private static boolean isPossible(String id) {
        return id.chars().allMatch(character -> character > ' ' && character < MAX_ASCII);
    }

    private static DeadLetterSummary summary(ResultSet row) throws SQLException {
        return new DeadLetterSummary(
                row.getString("id"), row.getString("message_id"), MessageForm.valueOf(row.getString("form")),
                row.getString("source_id"), row.getString("route_id"), row.getString("binding"), row.getString("address"),
                DeadLetterCategory.named(row.getString("category")), FailureCode.named(row.getString("code")),
                row.getString("reason"), Instant.ofEpochMilli(row.getLong("first_failure_at")),
                Instant.ofEpochMilli(row.getLong("last_failure_at")), row.getInt("attempts"));
    }

    private static DeadLetter entry(ResultSet row) throws SQLException {
        DeadLetterSummary known = summary(row);
        byte[] bytes = row.getBytes("envelope");
        Optional<Envelope> read = row.getInt("format") == FORMAT ? read(bytes) : Optional.empty();
        Envelope envelope = read.orElseGet(() -> Envelope.withId(known.messageId()).payload(Payload.ofImmutable(bytes))
                .createdAt(known.firstFailure()).build());
        MessageForm form = read.isPresent() ? known.form() : MessageForm.UNREADABLE;
        String history = row.getString("history");
        return new DeadLetter(
                known.id(), form, envelope, known.sourceId(), known.routeId(), known.binding(), known.address(),
                known.category(), known.code(), known.reason(), known.firstFailure(), known.lastFailure(),
                known.attempts(), HistoryJson.runs(history), HistoryJson.audit(history));
    }

    /** A row that somebody edited, or that a newer version wrote, is shown with its bytes. */
    private static Optional<Envelope> read(byte[] bytes) {
        try {
            return Optional.of(EnvelopeJson.read(bytes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** No database holds half of a surrogate pair, and PostgreSQL no character 0. */
    private static String text(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '?');
    }

    private record Row(DeadLetter entry, String category, String code, int revision) {
    }

    private record Place(long seq, DeadLetterSummary entry) {
    }
}
