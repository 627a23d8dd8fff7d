package io.gobridge.camel.outbox.lease;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.gobridge.camel.outbox.lease.LeaseView.Standing;

/**
 * Keeps the leases. Its own clock decides what has expired. Calls block; thread-safe. Every method throws a
 * {@link io.gobridge.camel.failure.BridgeException} when the store cannot be reached, and then nothing is known about
 * what it did.
 */
public interface LeaseStore {

    /**
     * Makes sure that the partitions of a binding exist, and returns their ids by shard.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when the binding has another number of
     *                                                   shards already: what is kept would be looked for elsewhere
     */
    List<Long> register(String binding, int shards);

    /** Announces the node for the duration, and returns what it sees. */
    LeaseView look(String binding, String node, Duration ttl);

    /** Takes a lease that is free; empty when somebody was faster. Its version is one more than the seen one. */
    Optional<Lease> acquire(Standing seen, String owner, Duration ttl);

    /** Holds the lease for the duration from now on; false when it is no longer the owner's. */
    boolean renew(Lease lease, Duration ttl);

    /** Gives the lease back, unless it is no longer the owner's. */
    void release(Lease lease);

    /** Withdraws the announcement of the node. */
    void leave(String binding, String node);
}
