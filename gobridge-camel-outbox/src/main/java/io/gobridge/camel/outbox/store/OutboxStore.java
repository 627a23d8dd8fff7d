package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.outbox.record.NewRecord;

/**
 * Keeps the records. Calls block; thread-safe. Every method throws a {@link io.gobridge.camel.failure.BridgeException}
 * when it failed; a write may then have happened or not.
 */
public interface OutboxStore {

    /** The most rows that {@link #forget} and {@link #purge} delete at once. */
    int PORTION = 1_000;

    /**
     * Bytes of messages beyond which a cycle reads no further record, whatever its limit; it reads one in any case. The
     * claims of the databases say so too.
     */
    long MOST_BYTES = 8 * 1024 * 1024;

    /**
     * Keeps the records in one transaction, all of them or none, and says of each what happened.
     *
     * @throws io.gobridge.camel.failure.BridgeException with scope {@code TARGET} when the store is to blame, and with
     *                                                   scope {@code MESSAGE} when a record is
     */
    List<Persisted> persist(List<NewRecord> records, OutboxTransaction transaction);

    /**
     * Does the work of one drain cycle in one transaction:
     *
     * <ol>
     * <li>locks and renews the lease
     * <li>deletes what was sent, or puts it to the completed records, and writes back what is to be sent again
     * <li>reads what comes next
     * </ol>
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code STALE_FENCING_TOKEN} when the lease is no longer the
     *                                                   owner's; then nothing was written
     */
    Claim cycle(Cycle cycle);

    /** Counts the records of the partitions, at most up to the limit. */
    int count(Collection<Long> partitions, int limit);

    /** Tells how much the partition keeps, counting records up to the limit. */
    Backlog backlog(long partition, int limit);

    /**
     * Deletes records of the partition that were completed longer ago than the retention, at most a portion, and says
     * how many. Records that are to be sent are not among them.
     */
    int purge(long partition, Duration retention);

    /**
     * Forgets messages of the partition that were kept longer ago than the window, at most a portion; says how many.
     */
    int forget(long partition, Duration window);
}
