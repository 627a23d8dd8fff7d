package io.gobridge.camel.outbox.lease;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.outbox.lease.LeaseKeeper.HeldLease;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Who holds which partition, on the reference store. */
class LeaseKeeperTest {

    private static final Duration TTL = Duration.ofSeconds(15);
    private static final Duration A_LOOK = Duration.ofSeconds(1);

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final Node first = new Node("first");
    private final Node second = new Node("second");

    LeaseKeeperTest() {
        store.register("out", 4);
    }

    private void pass(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(A_LOOK)) {
            clock.advance(A_LOOK);
            first.renew();
            second.renew();
        }
    }

    @Test
    void shouldShareThePartitions() {
        first.keeper.start();
        pass(A_LOOK);
        assertThat(first.keeper.partitions()).hasSize(4);

        second.keeper.start();
        pass(Duration.ofSeconds(2));

        assertThat(first.keeper.partitions()).hasSize(2);
        assertThat(second.keeper.partitions()).hasSize(2);
    }

    @Test
    void shouldTakeAgainAtOnceWhatItGaveToANodeThatLeft() {
        first.keeper.start();
        pass(A_LOOK);
        second.keeper.start();
        pass(Duration.ofSeconds(2));

        second.keeper.close();
        pass(Duration.ofSeconds(2));

        LeaseView view = store.look("out", "first", TTL);
        assertThat(view.partitions()).allMatch(standing -> standing.owner().equals("first"));
    }

    @Test
    void shouldGiveBackItsSurplusToEachNodeThatComes() {
        Node third = new Node("third");
        first.keeper.start();
        pass(A_LOOK);
        second.keeper.start();
        pass(Duration.ofSeconds(2));
        second.keeper.close();
        pass(Duration.ofSeconds(2));

        third.keeper.start();
        pass(Duration.ofSeconds(2));

        assertThat(third.begun).hasSize(2);
    }

    /** The first node is there, and one of its drains hangs. */
    @Test
    void shouldTakeMoreThanItsShareOfWhatNobodyRenews() {
        first.keeper.start();
        second.keeper.start();
        pass(Duration.ofSeconds(2));
        long neglected = first.keeper.partitions().get(0);
        first.hangs(neglected);

        pass(TTL.plusSeconds(1));
        assertThat(second.begun.get(neglected)).isNull();
        pass(TTL);

        assertThat(second.begun.get(neglected)).isPositive();
    }

    /** Whoever takes more than its share gives something back, which the first node has room for. */
    @Test
    void shouldLetTheOthersBeServedMeanwhile() {
        first.keeper.start();
        second.keeper.start();
        pass(Duration.ofSeconds(2));
        first.hangs(first.keeper.partitions().get(0));

        pass(TTL.multipliedBy(3));

        LeaseView view = store.look("out", "second", TTL);
        assertThat(view.partitions()).filteredOn(standing -> standing.isFree(view.now())).hasSizeLessThanOrEqualTo(1);
    }

    /** A node whose work is nothing but to renew its leases. */
    private final class Node {

        private final Map<Long, Work> works = new HashMap<>();
        private final Map<Long, Integer> begun = new HashMap<>();
        private final LeaseKeeper keeper;

        private Node(String name) {
            keeper = new LeaseKeeper(
                    "out", TTL, new LeaseKeeper.Site(name, store, clock, Runnable::run, new Random(1)), this::begin);
        }

        private HeldLease begin(Lease lease) {
            Work work = new Work(lease);
            works.put(lease.partition(), work);
            begun.merge(lease.partition(), 1, Integer::sum);
            return work;
        }

        private void renew() {
            works.values().forEach(Work::renew);
        }

        private void hangs(long partition) {
            works.get(partition).hangs = true;
        }
    }

    /** Renews one lease, unless it hangs. */
    private final class Work implements HeldLease {

        private final Lease lease;
        private boolean hangs;
        private boolean isOver;

        private Work(Lease lease) {
            this.lease = lease;
        }

        private void renew() {
            if (!hangs && !isOver) {
                store.cycle(new Cycle(lease, TTL, List.of(), List.of(), Cycle.Wanted.NOTHING));
            }
        }

        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public CompletionStage<Void> close() {
            isOver = true;
            store.release(lease);
            return CompletableFuture.completedFuture(null);
        }
    }
}
