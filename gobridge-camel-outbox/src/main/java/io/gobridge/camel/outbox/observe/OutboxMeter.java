package io.gobridge.camel.outbox.observe;

import java.time.Duration;

/**
 * Is told what an outbox does for one binding, by shard: the place of a partition among those of its binding. The
 * methods neither block nor fail. Thread-safe.
 */
public interface OutboxMeter extends AutoCloseable {

    /** Measures nothing. */
    OutboxMeter NONE = new OutboxMeter() {

        @Override
        public void kept(int shard, Duration took) {
            // Nobody asks.
        }

        @Override
        public void leaseTaken(int shard) {
            // Nobody asks.
        }

        @Override
        public void leaseRenewed(int shard, Duration took) {
            // Nobody asks.
        }

        @Override
        public void claimed(int shard, int records) {
            // Nobody asks.
        }

        @Override
        public void duplicatesRisked(int shard, int records) {
            // Nobody asks.
        }

        @Override
        public void watch(ShardView view) {
            // Nobody asks.
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    };

    /** Notes that a record was kept. */
    void kept(int shard, Duration took);

    /** Notes that this node took the lease. */
    void leaseTaken(int shard);

    /** Notes that the lease was renewed, together with the rest of its cycle. */
    void leaseRenewed(int shard, Duration took);

    /** Notes that a cycle read records, at least one. */
    void claimed(int shard, int records);

    /** Notes that records may have been sent without the store knowing. */
    void duplicatesRisked(int shard, int records);

    /** Shows the state of the shards from now on. */
    void watch(ShardView view);

    /** Takes back all that it shows of the binding. */
    @Override
    void close();
}
