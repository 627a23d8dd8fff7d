package io.gobridge.camel.outbox.drain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.observe.OutboxMeters;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.outbox.DrainStage;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.transport.Sender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a drain says about itself; everything happens on the test's thread, when it moves the clock. */
class DrainHealthTest {

    private static final Duration TTL = Duration.ofSeconds(15);
    /** Four lease times. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final List<Long> partitions = store.register("out", 1);
    private final RecordingSender target = new RecordingSender();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CamelContext context = new DefaultCamelContext();
    private boolean isStoreDown;
    private boolean isStoreHung;

    private BindingDrain start(Sender sender) {
        context.getRegistry().bind("meters", registry);
        return new DrainStage(clock, "out", unreliable(OutboxStore.class), unreliable(LeaseStore.class)).leaseTtl(TTL)
                .meter(OutboxMeters.find(context, "outbox", "out", 1)).start("node", sender, this::execute);
    }

    private double counter(String meter) {
        return registry.get(meter).tag("partition", "0").counter().count();
    }

    private void execute(Runnable task) {
        if (!isStoreHung) {
            task.run();
        }
    }

    private <T> T unreliable(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (isStoreDown) {
                throw BridgeException.of(FailureCode.CONNECTION_LOST, "no database");
            }
            try {
                return method.invoke(store, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private void persist(String id) {
        store.persist(List.of(Records.record(partitions.get(0), Records.message(id))), OutboxTransaction.OWN);
    }

    private static FailingSender failing(FailureCode code, RecordingSender target) {
        return new FailingSender(FailingSender.ALWAYS, BridgeException.of(code, "the target said so"), target);
    }

    @Test
    void shouldSaySinceWhenTheStoreFails() {
        BindingDrain drain = start(target);
        clock.advance(A_MOMENT);
        assertThat(drain.reasons()).isEmpty();

        isStoreDown = true;
        clock.advance(Duration.ofSeconds(6));
        List<String> first = drain.reasons();
        clock.advance(Duration.ofMinutes(5));

        assertThat(first).singleElement().asString().startsWith("outbox: the store has failed since 2026-01-01T12:00:0")
                .endsWith("no database");
        assertThat(drain.reasons()).isEqualTo(first);
        isStoreDown = false;
        clock.advance(A_MOMENT);
        assertThat(drain.reasons()).isEmpty();
    }

    /** A node without a lease runs no cycles: it finds out by its looks at the leases. */
    @Test
    void shouldSaySinceWhenTheStoreFailsAlsoWithoutALease() {
        isStoreDown = true;
        BindingDrain drain = start(target);
        clock.advance(A_MOMENT);

        assertThat(drain.partitions()).isEmpty();
        assertThat(drain.reasons()).containsExactly("outbox: the store has failed since 2026-01-01T12:00:00Z: no database");
    }

    @Test
    void shouldNotTakeAnIdleDrainForAStalledOne() {
        BindingDrain drain = start(target);

        clock.advance(Duration.ofHours(1));

        assertThat(drain.reasons()).isEmpty();
        persist("m1");
        clock.advance(A_MOMENT);
        assertThat(drain.reasons()).isEmpty();
        assertThat(target.count()).isOne();
    }

    @Test
    void shouldTakeADrainForStalledWhoseSendsDoNotEnd() {
        HangingSender hanging = new HangingSender(target);
        BindingDrain drain = start(hanging);
        persist("m1");
        clock.advance(PATIENCE);
        assertThat(drain.reasons()).isEmpty();

        clock.advance(A_MOMENT);

        assertThat(drain.reasons()).containsExactly("outbox: the drain of binding 'out' is stalled in shards [0]");
        assertThat(hanging.letOneGo()).isTrue();
        assertThat(drain.reasons()).isEmpty();
        clock.advance(Duration.ofMinutes(10));
        assertThat(drain.reasons()).isEmpty();
    }

    @Test
    void shouldSayWhyATargetTakesNothing() {
        FailingSender away = failing(FailureCode.CONNECTION_LOST, target);
        BindingDrain drain = start(away);
        persist("m1");

        clock.advance(Duration.ofSeconds(30));
        assertThat(drain.targetTrouble()).isEqualTo("the target said so");
        assertThat(drain.reasons()).isEmpty();
        clock.advance(Duration.ofSeconds(40));

        assertThat(drain.reasons())
                .containsExactly("outbox: the drain of binding 'out' is stalled in shards [0]: the target said so");
        away.heal();
        clock.advance(Duration.ofMinutes(1));
        assertThat(drain.reasons()).isEmpty();
        assertThat(drain.targetTrouble()).isEmpty();
    }

    @Test
    void shouldNotBlameTheDrainForOneMessageThatFails() {
        BindingDrain drain = start(failing(FailureCode.UNAVAILABLE, target));
        persist("m1");

        for (int i = 0; i < 80; i++) {
            clock.advance(Duration.ofSeconds(10));
            assertThat(drain.reasons()).isEmpty();
        }
        assertThat(drain.replayed()).isGreaterThan(20);
    }

    @Test
    void shouldTakeADrainForStalledWhoseStoreDoesNotAnswer() {
        BindingDrain drain = start(target);
        clock.advance(A_MOMENT);

        isStoreHung = true;
        clock.advance(PATIENCE.plusSeconds(10));

        assertThat(drain.reasons()).containsExactly("outbox: the drain of binding 'out' is stalled in shards [0]");
    }

    /** Case 100: it was sent, and another node had the lease before the store was told. */
    @Test
    void shouldMeasureTheRiskOfADuplicateAndNoCompletion() {
        HangingSender hanging = new HangingSender(target);
        BindingDrain drain = start(hanging);
        persist("m1");
        clock.advance(A_MOMENT);

        clock.sleep(TTL.plusSeconds(1));
        assertThat(store.acquire(store.look("out", "other", TTL).partitions().get(0), "other", TTL)).isPresent();
        assertThat(hanging.letOneGo()).isTrue();
        clock.advance(A_MOMENT);

        assertThat(target.ids()).containsExactly("m1");
        assertThat(counter("gobridge.outbox.duplicate.risk")).isEqualTo(1);
        assertThat(counter("gobridge.outbox.claimed")).isEqualTo(1);
        assertThat(counter("gobridge.lease.transfers")).isEqualTo(1);
        assertThat(drain.completed()).isZero();
        assertThat(store.count(partitions, 10)).isOne();
    }
}
