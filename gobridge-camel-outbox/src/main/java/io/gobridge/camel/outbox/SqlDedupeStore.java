package io.gobridge.camel.outbox;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.delivery.DedupeStore;
import io.gobridge.camel.exchange.ContextBeans;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.outbox.store.DedupeRows;
import io.gobridge.camel.outbox.store.Dialect;
import org.apache.camel.CamelContext;

/**
 * Remembers messages for a dedupe step in a database that several nodes may share. Leases and the memory of what is
 * done end by the database's clock, and outlive every node.
 */
public final class SqlDedupeStore extends DatabaseBean<DedupeRows> implements DedupeStore {

    /** Creates a store for a bean's properties. */
    public SqlDedupeStore() {
        super("dedupe store");
    }

    /** Creates a store in the database. */
    public SqlDedupeStore(DataSource dataSource) {
        this();
        setDataSource(dataSource);
    }

    @Override
    DedupeRows open(Dialect dialect) {
        return new DedupeRows(dialect, getDataSource(), getName(), clock(getCamelContext()));
    }

    /** The step that is told when a lease ends reads that clock. */
    private static Clock clock(CamelContext context) {
        return context == null ? Clock.systemUTC() : ContextBeans.clock(context);
    }

    @Override
    void check(ConfigurationProblems problems) {
        // It has no options of its own.
    }

    /** What ended is worth nothing, except that a late end finds its row: that takes a new one. */
    @Override
    int forgetOld(DedupeRows from) {
        return from.forgetEndedBefore(Duration.ofMinutes(1));
    }

    @Override
    public CompletionStage<DedupeClaim> claim(DedupeKey key, String owner, Duration lease) {
        return call(rows -> rows.claim(key, owner, lease));
    }

    @Override
    public CompletionStage<Boolean> complete(DedupeKey key, String owner, Duration retention) {
        return call(rows -> rows.complete(key, owner, retention));
    }

    @Override
    public CompletionStage<Void> release(DedupeKey key, String owner) {
        return call(rows -> {
            rows.release(key, owner);
            return null;
        });
    }
}
