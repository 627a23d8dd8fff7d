package io.gobridge.camel.outbox.lease;

/**
 * The right to send what a partition keeps. Whoever writes for the partition proves it with owner and version.
 *
 * @param partition the partition
 * @param shard     its place among the partitions of its binding
 * @param owner     who holds it
 * @param version   grows with each change of the holder
 */
public record Lease(long partition, int shard, String owner, long version) {

    @Override
    public String toString() {
        return "lease of shard " + shard + " (partition " + partition + ", version " + version + ", owner " + owner + ")";
    }
}
