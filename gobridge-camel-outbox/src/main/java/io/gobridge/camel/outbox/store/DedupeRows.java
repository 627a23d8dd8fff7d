package io.gobridge.camel.outbox.store;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.DedupeClaim;
import io.gobridge.camel.delivery.DedupeKey;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.record.Fingerprint;

/**
 * The rows of one dedupe store. Its calls block. Each is a row's insert or update that names what it expects: whoever
 * comes second changes nothing. Thread-safe.
 */
public final class DedupeRows {

    private static final int MAX_OWNER = 200;
    private static final int TRIES = 5;
    /** The owner of what is done. */
    private static final String NOBODY = "";

    private final Sql sql;
    private final String store;
    private final Clock clock;

    /**
     * Opens the rows of the store of this name; the tables are there.
     *
     * @param clock tells in the time of this process when a lease ends that the database's clock decides about
     */
    public DedupeRows(Dialect dialect, DataSource dataSource, String store, Clock clock) {
        this.sql = new Sql(dialect, dataSource);
        this.store = store;
        this.clock = clock;
    }

    /** Claims the message for the owner. */
    public DedupeClaim claim(DedupeKey key, String ownerName, Duration lease) {
        String owner = fitting(ownerName);
        String name = name(key);
        for (int tries = 1; tries <= TRIES; tries++) {
            if (insert(name, owner, lease) || claimKnown(name, owner, lease)) {
                return new DedupeClaim.Granted();
            }
            List<Standing> found = sql.query("find-dedupe",
                    (row, number) -> new Standing(row.getString("owner"), row.getLong("remaining")), store, name);
            if (!found.isEmpty() && found.get(0).remaining() > 0) {
                return found.get(0).owner().equals(NOBODY)
                        ? new DedupeClaim.Done()
                        : new DedupeClaim.InProgress(clock.instant().plusMillis(found.get(0).remaining()));
            }
        }
        throw BridgeException.of(FailureCode.UNAVAILABLE,
                "A message of the dedupe store changed hands each time that it was to be claimed; it is tried again")
                .withScope(FailureScope.TARGET);
    }

    /** What is known of a message that somebody else has: whose it is, and for how many milliseconds. */
    private record Standing(String owner, long remaining) {
    }

    private boolean claimKnown(String name, String owner, Duration lease) {
        return Sql.retried(() -> sql.update("claim-dedupe", owner, lease.toMillis(), store, name, owner)) == 1;
    }

    /** Makes the owner's message done; false when it is not the owner's. */
    public boolean complete(DedupeKey key, String ownerName, Duration retention) {
        String owner = fitting(ownerName);
        String name = name(key);
        boolean wasKnown
                = Sql.retried(() -> sql.update("complete-dedupe", retention.toMillis(), store, name, owner)) == 1;
        // The row of a lease that ended may have been deleted: still nobody else has claimed the message.
        return wasKnown || insert(name, NOBODY, retention);
    }

    /** Frees the owner's message. */
    public void release(DedupeKey key, String owner) {
        Sql.retried(() -> sql.update("release-dedupe", store, name(key), fitting(owner)));
    }

    /** Deletes some of what ended so long ago, and returns how much. */
    public int forgetEndedBefore(Duration retention) {
        long millis = retention.toMillis();
        return sql.dialect() == Dialect.POSTGRESQL
                ? sql.update("forget-dedupes", store, millis, store, millis)
                : sql.update("forget-dedupes", store, millis);
    }

    private boolean insert(String name, String owner, Duration duration) {
        return Sql.retried(() -> sql.insert("insert-dedupe", store, name, owner, duration.toMillis()));
    }

    private static String fitting(String owner) {
        return owner.length() <= MAX_OWNER ? owner : Fingerprint.of("owner", owner);
    }

    private static String name(DedupeKey key) {
        return Fingerprint.of(key.scope(), key.identity());
    }
}
