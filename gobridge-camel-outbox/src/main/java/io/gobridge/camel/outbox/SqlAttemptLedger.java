package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.outbox.store.AttemptRows;
import io.gobridge.camel.outbox.store.Dialect;

/**
 * Remembers failed runs in a database that several nodes may share: a message is poison after the same number of runs
 * whichever nodes ran them, also when it kills them. While the database does not answer, messages that failed are held
 * and not charged.
 */
public final class SqlAttemptLedger extends DatabaseBean<AttemptRows> implements AttemptLedger {

    private Duration retention = Duration.ofDays(7);
    private boolean announceRuns = true;

    /** Creates a ledger for a bean's properties. */
    public SqlAttemptLedger() {
        super("attempt ledger");
    }

    /** Creates a ledger in the database. */
    public SqlAttemptLedger(DataSource dataSource) {
        this();
        setDataSource(dataSource);
    }

    @Override
    AttemptRows open(Dialect dialect) {
        return new AttemptRows(dialect, getDataSource(), getName());
    }

    @Override
    void check(ConfigurationProblems problems) {
        problems.require(!retention.isNegative() && !retention.isZero(), "retention", retention, "must be above zero");
    }

    @Override
    int forgetOld(AttemptRows from) {
        return from.forgetOlderThan(retention);
    }

    @Override
    public boolean takesNoteOfRuns() {
        return announceRuns;
    }

    @Override
    public CompletionStage<AttemptHistory> begin(String key) {
        return call(rows -> rows.begin(key));
    }

    @Override
    public CompletionStage<Void> end(String key) {
        return call(rows -> {
            rows.end(key);
            return null;
        });
    }

    @Override
    public CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
        return call(rows -> rows.charge(key, run));
    }

    @Override
    public CompletionStage<Void> returned(String key) {
        return call(rows -> {
            rows.returned(key);
            return null;
        });
    }

    @Override
    public CompletionStage<AttemptHistory> find(String key) {
        return call(rows -> rows.find(key));
    }

    @Override
    public CompletionStage<Void> forget(String key) {
        return call(rows -> {
            rows.forget(key);
            return null;
        });
    }

    /** Returns how long a message is remembered that nothing is heard of. */
    public Duration getRetention() {
        return retention;
    }

    public void setRetention(Duration retention) {
        this.retention = retention;
    }

    /**
     * Tells whether runs are announced before they begin where the source does not count, so that a message that kills
     * its process ends; each such message then waits for a commit.
     */
    public boolean isAnnounceRuns() {
        return announceRuns;
    }

    public void setAnnounceRuns(boolean announceRuns) {
        this.announceRuns = announceRuns;
    }
}
