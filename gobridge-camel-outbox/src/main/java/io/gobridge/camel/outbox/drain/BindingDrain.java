package io.gobridge.camel.outbox.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseKeeper;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.store.OutboxStore;

/** Sends what an outbox keeps for one binding, as far as it is this node's turn. Thread-safe. */
public final class BindingDrain {

    private final DrainPorts ports;
    private final LeaseKeeper keeper;

    private BindingDrain(DrainPorts ports, String node) {
        this.ports = ports;
        this.keeper = new LeaseKeeper(
                ports.binding(), node, ports.settings().leaseTtl(), ports.leases(), this::begin, ports.executor(),
                ports.scheduler(), ports.random());
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
    }

    /** Begins to send. */
    public static BindingDrain start(OutboxBinding binding, Site site, DrainSettings settings) {
        TargetPause pause = new TargetPause(site.ticker());
        RecordSender sender = new RecordSender(
                binding.id(), binding.sender(), new DeadRecords(binding.id(), site.deadLetters()), settings, site.failures(),
                site.random(), pause);
        DrainPorts ports = new DrainPorts(
                binding.id(), site.store(), site.leases(), settings, sender, new SendLanes(settings.maxConcurrency()), pause,
                new DrainCounts(), site.ticker(), site.scheduler(), site.executor(), site.random());
        BindingDrain drain = new BindingDrain(ports, site.node());
        drain.keeper.start();
        return drain;
    }

    private PartitionDrain begin(Lease lease) {
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
        List<String> reasons = new ArrayList<>();
        if (!ports.counts().trouble().isEmpty()) {
            reasons.add("outbox: " + ports.counts().trouble());
        }
        return reasons;
    }

    /** Returns why the target takes nothing now; empty when it does. */
    public String targetTrouble() {
        return ports.pause().why();
    }

    /** Returns the partitions whose leases this node holds. */
    public List<Long> partitions() {
        return keeper.partitions();
    }

    /** Returns records that need not be kept any longer: sent, dropped or dead letters. */
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
