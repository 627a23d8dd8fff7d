package io.gobridge.camel.outbox.observe;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;

/**
 * Measures in Micrometer, which is optional: only this class knows it, and only {@link OutboxMeters} knows this class.
 */
final class MicrometerOutboxMeter implements OutboxMeter {

    private final MeterRegistry registry;
    private final Queue<Meter> meters = new ConcurrentLinkedQueue<>();
    private final List<Shard> shards;
    private final Tags binding;

    private MicrometerOutboxMeter(MeterRegistry registry, Tags binding, int shards) {
        this.registry = registry;
        this.binding = binding;
        this.shards = IntStream.range(0, shards).mapToObj(this::shard).toList();
    }

    private record Shard(Timer kept, Counter transfers, Timer renewals, Counter claimed, DistributionSummary batches,
            Counter duplicateRisk) {
    }

    static OutboxMeter find(CamelContext context, String outbox, String binding, int shards) {
        MeterRegistry registry = CamelContextHelper.findSingleByType(context, MeterRegistry.class);
        return registry == null
                ? OutboxMeter.NONE
                : new MicrometerOutboxMeter(registry, Tags.of("outbox", outbox, "binding", binding), shards);
    }

    private Shard shard(int shard) {
        Tags tags = tags(shard);
        return new Shard(
                shown(Timer.builder("gobridge.outbox.persist.latency").tags(tags)
                        .description("Time until a record was kept").register(registry)),
                shown(Counter.builder("gobridge.lease.transfers").tags(tags)
                        .description("Leases that this node took").register(registry)),
                shown(Timer.builder("gobridge.lease.renew.latency").tags(tags)
                        .description("Time of a drain cycle's transaction, which renews the lease").register(registry)),
                shown(Counter.builder("gobridge.outbox.claimed").tags(tags)
                        .description("Records that were read for sending").register(registry)),
                shown(DistributionSummary.builder("gobridge.outbox.drain.batch").tags(tags)
                        .description("Records that one drain cycle read").register(registry)),
                shown(Counter.builder("gobridge.outbox.duplicate.risk").tags(tags)
                        .description("Records that may have been sent without the store knowing").register(registry)));
    }

    private Tags tags(int shard) {
        return binding.and("partition", String.valueOf(shard));
    }

    private <M extends Meter> M shown(M meter) {
        meters.add(meter);
        return meter;
    }

    @Override
    public void kept(int shard, Duration took) {
        shards.get(shard).kept().record(took);
    }

    @Override
    public void leaseTaken(int shard) {
        shards.get(shard).transfers().increment();
    }

    @Override
    public void leaseRenewed(int shard, Duration took) {
        shards.get(shard).renewals().record(took);
    }

    @Override
    public void claimed(int shard, int records) {
        shards.get(shard).claimed().increment(records);
        shards.get(shard).batches().record(records);
    }

    @Override
    public void duplicatesRisked(int shard, int records) {
        shards.get(shard).duplicateRisk().increment(records);
    }

    @Override
    public void watch(ShardView view) {
        for (int i = 0; i < shards.size(); i++) {
            int shard = i;
            gauge("gobridge.outbox.depth", "Records that are kept", shard, view, seen -> seen.depth(shard));
            gauge("gobridge.outbox.oldest.age", "Seconds that the oldest record has been kept", shard, view,
                    seen -> seen.oldestAge(shard).toMillis() / 1_000.0);
            gauge("gobridge.lease.held", "1 where this node holds the lease", shard, view,
                    seen -> seen.isHeld(shard) ? 1 : 0);
        }
    }

    private void gauge(String name, String description, int shard, ShardView view, ToDoubleFunction<ShardView> value) {
        shown(Gauge.builder(name, view, value).tags(tags(shard)).description(description).strongReference(true)
                .register(registry));
    }

    @Override
    public void close() {
        for (Meter meter = meters.poll(); meter != null; meter = meters.poll()) {
            registry.remove(meter);
        }
    }
}
