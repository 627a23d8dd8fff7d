package io.gobridge.camel.outbox.drain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseKeeper;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.lease.LeaseView;
import io.gobridge.camel.outbox.observe.OutboxMeter;
import io.gobridge.camel.outbox.observe.Trouble;
import io.gobridge.camel.outbox.store.OutboxStore;

/** Sends what an outbox keeps for one binding, as far as it is this node's turn. Thread-safe. */
public final class BindingDrain {

    private final DrainPorts ports;
    private final SharedSender senders;
    private final LeaseKeeper keeper;

    private BindingDrain(DrainPorts ports, SharedSender senders) {
        this.ports = ports;
        this.senders = senders;
        this.keeper = new LeaseKeeper(ports.binding(), ports.settings().leaseTtl(), ports.site().leaseSite(), this::begin);
    }

    /**
     * Where an outbox sends from.
     *
     * @param node        names this node among those that use the outbox
     * @param store       keeps the records
     * @param leases      keeps the leases
     * @param deadLetters takes what cannot be sent
     * @param failures    says what an exception means
     * @param ticker      measures durations
     * @param scheduler   runs things later
     * @param executor    runs what blocks
     * @param random      spreads the waits
     */
    public record Site(String node, OutboxStore store, LeaseStore leases, DeadLetterStore deadLetters, Failures failures,
            Ticker ticker, Scheduler scheduler, Executor executor, RandomGenerator random) {

        private LeaseKeeper.Site leaseSite() {
            return new LeaseKeeper.Site(node, leases, scheduler, executor, random);
        }
    }

    /** Begins to send; the meter is told of it. */
    public static BindingDrain start(OutboxBinding binding, Site site, DrainSettings settings, OutboxMeter meter) {
        SharedSender senders = new SharedSender(binding.sender());
        DrainPorts ports = new DrainPorts(
                binding.id(), site, settings, DrainPorts.Sends.of(binding.id(), senders, settings, site), new DrainCounts(),
                meter);
        BindingDrain drain = new BindingDrain(ports, senders);
        drain.keeper.start();
        return drain;
    }

    /** Adds the sender of one more route that uses the binding. */
    public void add(GuardedSender sender) {
        senders.add(sender);
    }

    /** Goes on without the sender of a route that stops; the stage completes when the sender may be closed. */
    public CompletionStage<Void> remove(GuardedSender sender) {
        return senders.remove(sender);
    }

    private PartitionDrain begin(Lease lease) {
        ports.meter().leaseTaken(lease.shard());
        PartitionDrain drain = new PartitionDrain(lease, ports);
        drain.wake();
        return drain;
    }

    /** Looks at once for something to send from the partition, if it is this node's turn. */
    public void wake(long partition) {
        if (keeper.find(partition) instanceof PartitionDrain drain) {
            drain.wake();
        }
    }

    /** Says why nothing can be sent now; empty when it can. */
    public List<String> reasons() {
        List<PartitionDrain> drains = drains();
        List<String> reasons = new ArrayList<>();
        Stream.concat(drains.stream().map(PartitionDrain::trouble), Stream.of(keeper.trouble())).flatMap(Optional::stream)
                .min(Comparator.comparing(Trouble::since))
                .ifPresent(trouble -> reasons.add(
                        "outbox: the store has failed since " + trouble.since() + ": " + trouble.why()));
        List<Integer> stalled
                = drains.stream().filter(PartitionDrain::isStalled).map(drain -> drain.lease().shard()).sorted().toList();
        if (!stalled.isEmpty()) {
            String target = ports.sends().pause().why();
            reasons.add("outbox: the drain of binding '" + ports.binding() + "' is stalled in shards " + stalled
                        + (target.isEmpty() ? "" : ": " + target));
        }
        return reasons;
    }

    private List<PartitionDrain> drains() {
        return keeper.held().stream().map(PartitionDrain.class::cast).toList();
    }

    /** Returns why the target takes nothing now; empty when it does. */
    public String targetTrouble() {
        return ports.sends().pause().why();
    }

    /** Returns the lease of the partition; empty when this node does not hold it. */
    public Optional<Lease> lease(long partition) {
        return keeper.find(partition) instanceof PartitionDrain drain && !drain.isOver()
                ? Optional.of(drain.lease())
                : Optional.empty();
    }

    /** Returns the leases of the binding as this node saw them last. */
    public LeaseView lastView() {
        return keeper.lastView();
    }

    /** Returns the partitions whose leases this node holds. */
    public List<Long> partitions() {
        return keeper.partitions();
    }

    /** Returns records that the store no longer keeps: sent, dropped or dead letters. */
    public long completed() {
        return ports.counts().completed();
    }

    /** Returns sends that failed and are repeated. */
    public long replayed() {
        return ports.counts().replayed();
    }

    /** Returns leases that others took over. */
    public long leasesLost() {
        return ports.counts().leasesLost();
    }

    /** Returns records that may have been sent without the store knowing, and so may be sent again. */
    public long duplicatesRisked() {
        return ports.counts().duplicatesRisked();
    }

    /** Sends no more; the stage completes when others may go on. */
    public CompletionStage<Void> close() {
        return keeper.close();
    }
}
