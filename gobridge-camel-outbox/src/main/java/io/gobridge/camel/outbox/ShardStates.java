package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.lease.LeaseView;
import io.gobridge.camel.outbox.lease.LeaseView.Standing;
import io.gobridge.camel.outbox.observe.ShardView;
import io.gobridge.camel.outbox.store.Backlog;
import io.gobridge.camel.outbox.store.OutboxStore;

/** What this node knows of the shards of a binding. Thread-safe. */
final class ShardStates implements ShardView {

    /** A shard with more than that is in trouble, and the exact number would cost more than it says. */
    private static final int MOST_COUNTED = 10_000;

    private final BindingDrain drain;
    private final OutboxStore store;
    private final List<Long> partitions;
    private volatile Map<Long, Backlog> backlogs = Map.of();

    /** @param partitions by shard */
    ShardStates(BindingDrain drain, OutboxStore store, List<Long> partitions) {
        this.drain = drain;
        this.store = store;
        this.partitions = List.copyOf(partitions);
    }

    /** Who may send from a shard. */
    record State(Lease lease, String owner, long version) {

        /** Whose lease it is. */
        enum Lease {
            /** This node's. */
            HELD,
            /** Another node's. */
            STANDBY,
            /** Nobody's, as far as this node has seen. */
            FREE
        }
    }

    /** Reads how much the shards of this node keep. Blocks. */
    void look() {
        Map<Long, Backlog> read = new HashMap<>();
        for (long partition : drain.partitions()) {
            read.put(partition, store.backlog(partition, MOST_COUNTED));
        }
        backlogs = Map.copyOf(read);
    }

    @Override
    public int shards() {
        return partitions.size();
    }

    @Override
    public boolean isHeld(int shard) {
        return drain.lease(partitions.get(shard)).isPresent();
    }

    @Override
    public int depth(int shard) {
        return backlog(shard).depth();
    }

    @Override
    public Duration oldestAge(int shard) {
        return backlog(shard).oldestAge();
    }

    private Backlog backlog(int shard) {
        return isHeld(shard) ? backlogs.getOrDefault(partitions.get(shard), Backlog.NONE) : Backlog.NONE;
    }

    /** Returns who may send from the shard, as this node saw it last. */
    State state(int shard) {
        return drain.lease(partitions.get(shard)).map(lease -> new State(State.Lease.HELD, lease.owner(), lease.version()))
                .orElseGet(() -> seen(shard));
    }

    private State seen(int shard) {
        LeaseView view = drain.lastView();
        return view.partitions().stream().filter(standing -> standing.shard() == shard).findFirst()
                .map(standing -> new State(lease(standing, view), standing.owner(), standing.version()))
                .orElse(new State(State.Lease.FREE, "", 0));
    }

    private static State.Lease lease(Standing standing, LeaseView view) {
        return standing.isFree(view.now()) ? State.Lease.FREE : State.Lease.STANDBY;
    }

    /** Returns the shards whose leases stand like that, in their order. */
    List<Integer> shards(State.Lease lease) {
        return IntStream.range(0, shards()).filter(shard -> state(shard).lease() == lease).boxed().toList();
    }
}
