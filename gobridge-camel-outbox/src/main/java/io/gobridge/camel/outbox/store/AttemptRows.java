package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.record.Fingerprint;

/** The rows of one attempt ledger. Its calls block. Thread-safe. */
public final class AttemptRows {

    private static final int TRIES = 5;

    private final Sql sql;
    private final String ledger;

    /** Opens the rows of the ledger of this name; the tables are there. */
    public AttemptRows(Dialect dialect, DataSource dataSource, String ledger) {
        this.sql = new Sql(dialect, dataSource);
        this.ledger = ledger;
    }

    /** Counts a run that begins, and returns what was known before it. Most messages are new: one statement. */
    public AttemptHistory begin(String key) {
        String name = name(key);
        for (int tries = 1; tries <= TRIES; tries++) {
            if (insert(name, 1)) {
                return AttemptHistory.NONE;
            }
            Optional<AttemptHistory> known = sql.inTransaction("Announcing a run",
                    () -> sql.update("begin-attempt", ledger, name) == 0 ? Optional.empty() : row(name).map(Row::history));
            if (known.isPresent()) {
                AttemptHistory all = known.get();
                return new AttemptHistory(
                        all.failures(), all.givenBack(), all.unfinished() - 1, all.firstFailure(), all.lastRuns());
            }
        }
        throw restless();
    }

    /** Counts out a run that began and was not charged. */
    public void end(String key) {
        Sql.retried(() -> sql.update("end-attempt", ledger, name(key)));
    }

    /** Counts a failed run, and returns what is known with it. The update locks the row until the run is in it. */
    public AttemptHistory charge(String key, FailedRun run) {
        String name = name(key);
        for (int tries = 1; tries <= TRIES; tries++) {
            Optional<AttemptHistory> charged = sql.inTransaction("Charging a failed run", () -> chargeKnown(name, run));
            if (charged.isPresent()) {
                return charged.get();
            }
            insert(name, 0);
        }
        throw restless();
    }

    private Optional<AttemptHistory> chargeKnown(String name, FailedRun run) {
        if (sql.update("charge-attempt", run.at().toEpochMilli(), ledger, name) == 0) {
            return Optional.empty();
        }
        AttemptHistory counted = row(name).orElseThrow(AttemptRows::restless).history();
        List<FailedRun> runs = counted.charged(run).lastRuns();
        sql.update("update-attempt-runs", RunsJson.write(runs), ledger, name);
        return Optional.of(new AttemptHistory(
                counted.failures(), counted.givenBack(), counted.unfinished(), counted.firstFailure(), runs));
    }

    /** Counts a return to the source. */
    public void returned(String key) {
        String name = name(key);
        for (int tries = 1; tries <= TRIES; tries++) {
            if (Sql.retried(() -> sql.update("return-attempt", ledger, name)) == 1) {
                return;
            }
            insert(name, 0);
        }
        throw restless();
    }

    /** Returns what is known of the message. */
    public AttemptHistory find(String key) {
        return row(name(key)).map(Row::history).orElse(AttemptHistory.NONE);
    }

    /** Deletes what is known of the message. */
    public void forget(String key) {
        Sql.retried(() -> sql.update("forget-attempt", ledger, name(key)));
    }

    /** Deletes some of what was not touched for so long, and returns how much. */
    public int forgetOlderThan(Duration retention) {
        long millis = retention.toMillis();
        return sql.dialect() == Dialect.POSTGRESQL
                ? sql.update("forget-attempts", ledger, millis, ledger, millis)
                : sql.update("forget-attempts", ledger, millis);
    }

    private boolean insert(String name, int unfinished) {
        return Sql.retried(() -> sql.insert("insert-attempt", ledger, name, unfinished));
    }

    private Optional<Row> row(String name) {
        return sql.query("find-attempt", (row, number) -> new Row(
                row.getInt("failures"), row.getInt("given_back"), row.getInt("unfinished"), row.getLong("first_failure_at"),
                row.getString("last_runs")),
                ledger, name).stream().findFirst();
    }

    private static String name(String key) {
        return Fingerprint.of("attempt", key);
    }

    private static BridgeException restless() {
        return BridgeException.of(FailureCode.UNAVAILABLE,
                "What the attempt ledger knows of a message was deleted each time that it was to be changed; it is tried again")
                .withScope(FailureScope.TARGET);
    }

    /** A row as it is in the table; 0 for no first failure. */
    private record Row(int failures, int givenBack, int unfinished, long firstFailureAt, String lastRuns) {

        AttemptHistory history() {
            return new AttemptHistory(
                    failures, givenBack, unfinished,
                    firstFailureAt == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(firstFailureAt)),
                    RunsJson.read(lastRuns));
        }
    }
}
