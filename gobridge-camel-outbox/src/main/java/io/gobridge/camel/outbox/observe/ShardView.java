package io.gobridge.camel.outbox.observe;

import java.time.Duration;

/** The state of the shards of a binding as this node knows it. The methods do not block. Thread-safe. */
public interface ShardView {

    /** Returns how many shards there are. */
    int shards();

    /** Tells whether this node holds the lease. */
    boolean isHeld(int shard);

    /** Returns how many records there were at the last look, at most as many as are counted; 0 on other nodes. */
    int depth(int shard);

    /** Returns how long the oldest record had been kept at the last look; zero on other nodes. */
    Duration oldestAge(int shard);
}
