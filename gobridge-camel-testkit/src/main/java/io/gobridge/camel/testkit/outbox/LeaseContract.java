package io.gobridge.camel.testkit.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.lease.LeaseView;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What a store of leases has to do. A store's own test says how it is opened. */
public abstract class LeaseContract {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final String BINDING = "out";

    private StoreFixture stores;

    /** Opens the stores of an outbox that nobody used before. */
    protected abstract StoreFixture open() throws Exception;

    /** Lets the duration pass for the store; most have a clock of their own that nobody moves. */
    protected void pass(Duration duration) {
    }

    @BeforeEach
    final void openStores() throws Exception {
        stores = open();
        leases().register(BINDING, 4);
    }

    @AfterEach
    final void closeStores() {
        stores.close();
    }

    private LeaseStore leases() {
        return stores.leases();
    }

    @Test
    final void shouldKnowTheSamePartitionsOnEachNode() {
        assertThat(leases().register(BINDING, 4)).hasSize(4).doesNotHaveDuplicates().isEqualTo(leases().register(BINDING, 4));
        assertThat(leases().register("other", 2)).hasSize(2).doesNotContainAnyElementsOf(leases().register(BINDING, 4));
    }

    @Test
    final void shouldRefuseAnotherNumberOfShards() {
        assertThatThrownBy(() -> leases().register(BINDING, 5)).isInstanceOfSatisfying(BridgeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIG))
                .hasMessageContaining("shards=5").hasMessageContaining("4");
    }

    /** Case 101. */
    @Test
    final void shouldCountUpTheVersionWithEachHolder() {
        Lease first = acquire("a", LONG).orElseThrow();
        leases().release(first);
        Lease second = acquire("b", LONG).orElseThrow();

        assertThat(second.version()).isEqualTo(first.version() + 1);
        assertThat(leases().renew(first, LONG)).isFalse();
        assertThat(leases().renew(second, LONG)).isTrue();
    }

    /** Case 92. */
    @Test
    final void shouldRefuseAllFormerTokensAfterACycleThatReadNothing() {
        List<Lease> former = new ArrayList<>();
        for (int version = 1; version < 5; version++) {
            Lease lease = acquire("a", LONG).orElseThrow();
            leases().release(lease);
            former.add(lease);
        }
        Lease current = acquire("a", LONG).orElseThrow();
        assertThat(current.version()).isEqualTo(5);

        assertThat(cycle(current).records()).isEmpty();

        assertThat(former).allSatisfy(lease -> assertThatThrownBy(() -> cycle(lease)).isInstanceOfSatisfying(
                BridgeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.STALE_FENCING_TOKEN)));
        assertThat(cycle(current).records()).isEmpty();
    }

    private Claim cycle(Lease lease) {
        return stores.records().cycle(
                new Cycle(lease, LONG, List.of(), List.of(), new Cycle.Wanted(0, 9, List.of(), List.of())));
    }

    /** Case 102. */
    @Test
    final void shouldGiveALeaseToOneOfManyThatWantIt() throws Exception {
        LeaseView.Standing seen = standing();
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try {
            List<Callable<Optional<Lease>>> tries = IntStream.range(0, 20)
                    .<Callable<Optional<Lease>>> mapToObj(i -> () -> leases().acquire(seen, "node" + i, LONG)).toList();

            int winners = 0;
            for (Future<Optional<Lease>> attempt : threads.invokeAll(tries)) {
                winners += attempt.get().isPresent() ? 1 : 0;
            }

            assertThat(winners).isOne();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    final void shouldNotGiveAwayWhatIsHeld() {
        assertThat(acquire("a", LONG)).isPresent();

        assertThat(acquire("b", LONG)).isEmpty();
    }

    @Test
    final void shouldGiveAwayWhatWasNotRenewed() {
        Lease expired = acquire("a", SHORT).orElseThrow();

        pass(Duration.ofSeconds(1));
        await().until(() -> standing().isFree(look("b").now()));
        Lease taken = acquire("b", LONG).orElseThrow();

        assertThat(taken.version()).isEqualTo(expired.version() + 1);
        assertThat(leases().renew(expired, LONG)).isFalse();
        leases().release(expired);
        assertThat(leases().renew(taken, LONG)).isTrue();
    }

    @Test
    final void shouldHoldWhatWasRenewedThoughItHadExpired() {
        Lease lease = acquire("a", SHORT).orElseThrow();
        pass(Duration.ofSeconds(1));
        await().until(() -> standing().isFree(look("b").now()));

        assertThat(leases().renew(lease, LONG)).isTrue();

        assertThat(acquire("b", LONG)).isEmpty();
    }

    @Test
    final void shouldNotGiveALeaseByWhatWasSeenTooLongAgo() {
        LeaseView.Standing seen = standing();
        leases().release(acquire("a", LONG).orElseThrow());

        assertThat(leases().acquire(seen, "b", LONG)).isEmpty();
    }

    @Test
    final void shouldCountTheNodesThatAreAlive() {
        look("a");
        assertThat(look("b").nodes()).isEqualTo(2);
        assertThat(look("b").fairShare()).isEqualTo(2);

        leases().leave(BINDING, "a");
        assertThat(look("b").nodes()).isOne();

        leases().look(BINDING, "c", SHORT);
        pass(Duration.ofSeconds(1));
        await().until(() -> look("b").nodes() == 1);
    }

    private LeaseView look(String node) {
        return leases().look(BINDING, node, LONG);
    }

    private LeaseView.Standing standing() {
        return look("b").partitions().get(0);
    }

    private Optional<Lease> acquire(String node, Duration ttl) {
        return leases().acquire(standing(), node, ttl);
    }
}
