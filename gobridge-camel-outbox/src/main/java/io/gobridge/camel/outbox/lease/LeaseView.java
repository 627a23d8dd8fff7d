package io.gobridge.camel.outbox.lease;

import java.time.Duration;
import java.util.List;

/**
 * What a node sees of the leases of one binding.
 *
 * @param now        the database's time, in milliseconds
 * @param nodes      nodes that announced themselves and are alive, this one included
 * @param partitions the partitions, by shard
 */
public record LeaseView(long now, int nodes, List<Standing> partitions) {

    /** Copies the list. */
    public LeaseView {
        partitions = List.copyOf(partitions);
    }

    /** Returns how many partitions one node should hold. */
    public int fairShare() {
        return (partitions.size() + nodes - 1) / Math.max(1, nodes);
    }

    /**
     * One partition.
     *
     * @param partition its id
     * @param shard     its place, from 0
     * @param owner     who holds or held the lease; empty when it was given back
     * @param version   its version
     * @param expiresAt until when it is or was held, in milliseconds of the database's clock; 0 when it never was
     */
    public record Standing(long partition, int shard, String owner, long version, long expiresAt) {

        /** Tells whether anybody may take it. */
        public boolean isFree(long now) {
            return expiresAt < now;
        }

        /** Tells whether somebody held it, and nobody has since, for the time. */
        public boolean isNeglected(long now, Duration time) {
            return expiresAt > 0 && expiresAt + time.toMillis() < now;
        }
    }
}
