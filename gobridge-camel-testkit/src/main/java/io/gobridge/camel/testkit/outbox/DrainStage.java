package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.drain.DrainSettings;
import io.gobridge.camel.outbox.drain.ExpiredRecords;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.observe.OutboxMeter;
import io.gobridge.camel.outbox.store.CompletedRecords;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.transport.Sender;

/**
 * Drains of one binding on stores under test. The drains' time is the stage's clock; unless a test says otherwise
 * everything happens on the thread that moves it. Not thread-safe.
 */
public final class DrainStage {

    /** Time of the leases, unless a test says otherwise. */
    public static final Duration LEASE_TTL = Duration.ofMinutes(5);
    /** Sends that may fail before a message whose budget is spent is given up. */
    public static final int MAX_REPLAYS = 5;
    /** How long a message is tried in any case. */
    public static final Duration REPLAY_BUDGET = Duration.ofMinutes(15);

    private final SettableClock clock;
    private final String binding;
    private final OutboxStore records;
    private final LeaseStore leases;
    private final RecordingSender target = new RecordingSender();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private Duration leaseTtl = LEASE_TTL;
    private DeadLetterStore deadLetterStore = deadLetters;
    private CompletedRecords completed = CompletedRecords.DELETED;
    private OutboxMeter meter = OutboxMeter.NONE;

    /** Prepares the drains of a binding. */
    public DrainStage(SettableClock clock, String binding, OutboxStore records, LeaseStore leases) {
        this.clock = clock;
        this.binding = binding;
        this.records = records;
        this.leases = leases;
    }

    /** Starts a drain that sends to {@link #target()}. */
    public BindingDrain start() {
        return start("node", target, Runnable::run);
    }

    /** Starts a drain of the node on the executor. */
    public BindingDrain start(String node, Sender sender, Executor executor) {
        DrainSettings settings = new DrainSettings(
                leaseTtl, 10, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2, 0), MAX_REPLAYS, REPLAY_BUDGET,
                ExpiredRecords.DEAD_LETTER, completed, new Backoff(Duration.ofMillis(10), Duration.ofSeconds(1), 2, 0));
        BindingDrain.Site site = new BindingDrain.Site(
                node, records, leases, deadLetterStore, new Failures(List.of()),
                () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos(), clock, executor, new Random(1));
        return BindingDrain.start(
                new OutboxBinding(binding, new GuardedSender(binding, sender, Duration.ZERO, clock), 100_000), site, settings,
                meter);
    }

    /** Lets leases of the drains that are started from now on last as long, instead of {@link #LEASE_TTL}. */
    public DrainStage leaseTtl(Duration ttl) {
        this.leaseTtl = ttl;
        return this;
    }

    /** Lets the store take what cannot be sent, instead of {@link #deadLetters()}. */
    public DrainStage deadLetterStore(DeadLetterStore store) {
        this.deadLetterStore = store;
        return this;
    }

    /** Keeps what was completed. */
    public DrainStage keepCompleted() {
        this.completed = CompletedRecords.KEPT;
        return this;
    }

    /** Tells the meter what happens. */
    public DrainStage meter(OutboxMeter told) {
        this.meter = told;
        return this;
    }

    /** Returns the clock. */
    public SettableClock clock() {
        return clock;
    }

    /** Returns the target. */
    public RecordingSender target() {
        return target;
    }

    /** Returns what takes what cannot be sent. */
    public MemoryDeadLetterStore deadLetters() {
        return deadLetters;
    }
}
