package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.util.List;

import io.gobridge.camel.outbox.lease.Lease;

/**
 * The work of one drain cycle.
 *
 * @param lease     the right to do it
 * @param ttl       how long the lease is to be held from now on
 * @param completed records that need not be sent any more
 * @param then      what becomes of these
 * @param replays   records that are to be sent again
 * @param claim     what is read next
 */
public record Cycle(Lease lease, Duration ttl, List<Long> completed, CompletedRecords then, List<Replay> replays,
        Wanted claim) {

    /** Copies the lists. */
    public Cycle {
        completed = List.copyOf(completed);
        replays = List.copyOf(replays);
    }

    /** Describes a cycle that deletes what is completed. */
    public Cycle(Lease lease, Duration ttl, List<Long> completed, List<Replay> replays, Wanted claim) {
        this(lease, ttl, completed, CompletedRecords.DELETED, replays, claim);
    }

    /**
     * What is read next: the first records that may be sent.
     *
     * @param after    only records behind this place
     * @param limit    at most so many; 0 reads nothing
     * @param heldKeys not those of these sequences
     * @param excluded not those of these places
     */
    public record Wanted(long after, int limit, List<Long> heldKeys, List<Long> excluded) {

        /** Reads nothing. */
        public static final Wanted NOTHING = new Wanted(0, 0, List.of(), List.of());

        /** Copies the lists. */
        public Wanted {
            heldKeys = List.copyOf(heldKeys);
            excluded = List.copyOf(excluded);
        }
    }
}
