package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.drain.Ticker;
import io.gobridge.camel.outbox.observe.OutboxMeter;
import io.gobridge.camel.outbox.observe.OutboxMeters;
import io.gobridge.camel.outbox.record.Sharding;
import io.gobridge.camel.outbox.store.OutboxStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A binding that an outbox keeps messages for: its shards, how full they are, and what sends them. Thread-safe. */
final class KeptBinding {

    private static final Logger LOG = LoggerFactory.getLogger(KeptBinding.class);

    private static final Duration COUNTED_EVERY = Duration.ofSeconds(1);
    private static final Duration WAIT_WHEN_FULL = Duration.ofSeconds(5);

    private final OutboxBinding binding;
    private final List<Long> partitions;
    private final BindingDrain drain;
    private final ShardStates states;
    private final OutboxMeter meter;
    private final OutboxStore store;
    private final Executor executor;
    private final Ticker ticker;
    private final AtomicInteger depth = new AtomicInteger();
    private final LongAdder duplicates = new LongAdder();
    private final AtomicBoolean isCounting = new AtomicBoolean();
    private volatile long counted;
    private int users = 1;

    private KeptBinding(OutboxBinding binding, List<Long> partitions, BindingDrain drain, OutboxSite site,
                        OutboxMeter meter) {
        this.binding = binding;
        this.partitions = partitions;
        this.drain = drain;
        this.states = new ShardStates(drain, site.records(), partitions);
        this.meter = meter;
        this.store = site.records();
        this.executor = site.executor();
        this.ticker = site.ticker();
        this.counted = ticker.nanos() - COUNTED_EVERY.toNanos();
    }

    /** Begins to send what is kept for the binding. */
    static KeptBinding start(OutboxBinding binding, OutboxSite site, OutboxSettings settings) {
        List<Long> partitions = site.leases().register(binding.id(), settings.shards());
        OutboxMeter meter = OutboxMeters.find(site.context(), settings.name(), binding.id(), partitions.size());
        BindingDrain drain = BindingDrain.start(binding, site.drainSite(), settings.drain(), meter);
        KeptBinding kept = new KeptBinding(binding, partitions, drain, site, meter);
        meter.watch(kept.states);
        return kept;
    }

    String id() {
        return binding.id();
    }

    ShardStates states() {
        return states;
    }

    BindingDrain drain() {
        return drain;
    }

    /** Adds a user, who brings a sender. */
    synchronized KeptBinding use(GuardedSender sender) {
        users++;
        drain.add(sender);
        return this;
    }

    /** Tells whether nobody uses it any more. */
    synchronized boolean release() {
        users--;
        return users == 0;
    }

    long partition(Envelope envelope) {
        return partitions.get(Sharding.shard(envelope, partitions.size()));
    }

    /** Returns figures for the health of the binding, named after it. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        String prefix = "outbox." + binding.id() + ".";
        details.put(prefix + "held", states.shards(ShardStates.State.Lease.HELD).toString());
        details.put(prefix + "standby", states.shards(ShardStates.State.Lease.STANDBY).toString());
        String target = drain.targetTrouble();
        if (!target.isEmpty()) {
            details.put(prefix + "paused", target);
        }
        return details;
    }

    /** Notes that a message came that is kept already. */
    void suppressed() {
        duplicates.increment();
    }

    /** Returns how many messages came that were kept already, and were acknowledged without being kept again. */
    long duplicatesSuppressed() {
        return duplicates.sum();
    }

    /** Notes that a record was kept. */
    void kept(long partition) {
        drain.wake(partition);
    }

    /** Notes how long a record took until it was kept. */
    void measured(long partition, Duration took) {
        meter.kept(partitions.indexOf(partition), took);
    }

    /**
     * Makes room for a message that is about to be kept. Rooms of those that are not kept after all are free again when
     * the records are counted next.
     *
     * @throws BridgeException {@code UNAVAILABLE} when as much is kept as may be
     */
    void takeRoom(Envelope envelope) {
        countSometimes();
        if (depth.get() >= binding.maxDepth()) {
            throw BridgeException.of(FailureCode.UNAVAILABLE, "Message " + envelope.id() + " is held: the outbox keeps "
                                                              + depth.get() + " messages for binding '" + binding.id()
                                                              + "', and maxOutboxDepth is " + binding.maxDepth())
                    .withScope(FailureScope.TARGET).withRetryAfter(WAIT_WHEN_FULL);
        }
        depth.incrementAndGet();
    }

    private void countSometimes() {
        if (ticker.nanos() - counted < COUNTED_EVERY.toNanos() || !isCounting.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(this::count);
        } catch (RuntimeException | Error e) {
            isCounting.set(false);
        }
    }

    private void count() {
        try {
            depth.set(store.count(partitions, binding.maxDepth() + 1));
        } catch (BridgeException e) {
            LOG.debug("binding={}: what is kept could not be counted", binding.id(), e);
        } finally {
            counted = ticker.nanos();
            isCounting.set(false);
        }
    }

    CompletionStage<Void> close() {
        return drain.close().whenComplete((closed, error) -> meter.close());
    }
}
