package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.record.StoredRecord;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.Cycle.Wanted;
import io.gobridge.camel.outbox.store.DelegatingStore;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.Replay;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.outbox.DrainStage;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a drain does with the records of other nodes, of the past, and while its house is kept. */
class DrainCasesTest {

    private static final String BINDING = "out";

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final Completions completions = new Completions(store);
    private final DrainStage stage = new DrainStage(clock, BINDING, completions, store);
    private final long partition = store.register(BINDING, 1).get(0);

    /** Notes what the store was told is completed, and took. */
    private static final class Completions extends DelegatingStore {

        private final List<Long> seqs = new ArrayList<>();

        private Completions(OutboxStore store) {
            super(store);
        }

        @Override
        public Claim cycle(Cycle cycle) {
            Claim claim = super.cycle(cycle);
            seqs.addAll(cycle.completed());
            return claim;
        }
    }

    /** A node whose threads can stand still. */
    private static final class Threads {

        private final List<Runnable> waiting = new ArrayList<>();
        private boolean isAsleep;

        private void run(Runnable task) {
            if (isAsleep) {
                waiting.add(task);
            } else {
                task.run();
            }
        }

        private void wakeUp() {
            isAsleep = false;
            List.copyOf(waiting).forEach(Runnable::run);
            waiting.clear();
        }
    }

    private void persist(Envelope... messages) {
        store.persist(List.of(messages).stream().map(message -> Records.record(partition, message)).toList(),
                OutboxTransaction.OWN);
    }

    private int left() {
        return store.count(List.of(partition), 100_000);
    }

    /** F31: both drain one partition for a minute, and the lease is lost in the middle. */
    @Test
    void shouldCompleteEachRecordOnceThoughTheLeaseIsLostInTheMiddle() {
        Threads threads = new Threads();
        HangingSender slow = new HangingSender(stage.target());
        BindingDrain first = stage.start("first", slow, threads::run);
        BindingDrain second = stage.start("second", stage.target(), Runnable::run);
        int kept = 0;
        for (int second60th = 0; second60th < 60; second60th++) {
            persist(Records.message("a" + kept, "a"), Records.message("m" + kept));
            kept++;
            first.wake(partition);
            second.wake(partition);
            slow.letOneGo();
            threads.isAsleep = second60th >= 20 && second60th < 40;
            clock.advance(threads.isAsleep ? DrainStage.LEASE_TTL.dividedBy(10) : Duration.ofSeconds(1));
            if (second60th == 39) {
                threads.wakeUp();
            }
        }
        clock.advance(Duration.ofMinutes(1));

        assertThat(first.leasesLost()).isOne();
        assertThat(completions.seqs).doesNotHaveDuplicates().hasSize(2 * kept);
        assertThat(left()).isZero();
        assertThat(stage.target().ids().stream().filter(id -> id.startsWith("a")).distinct().toList())
                .containsExactlyElementsOf(IntStream.range(0, kept).mapToObj(i -> "a" + i).toList());
    }

    /** F33: what a node has read and lost is read by another when the lease is over. */
    @Test
    void shouldSendWhatANodeReadAndForgot() {
        Threads threads = new Threads();
        HangingSender never = new HangingSender(stage.target());
        stage.start("first", never, threads::run);
        persist(Records.message("m1"), Records.message("a1", "a"));
        clock.advance(Duration.ofSeconds(2));
        assertThat(never.hanging()).isEqualTo(2);
        threads.isAsleep = true;
        stage.start("second", stage.target(), Runnable::run);

        clock.advance(DrainStage.LEASE_TTL.minusSeconds(3));
        assertThat(stage.target().count()).isZero();
        clock.advance(Duration.ofSeconds(5));

        assertThat(stage.target().ids()).containsExactlyInAnyOrder("m1", "a1");
        assertThat(left()).isZero();
    }

    /** F32: old messages are forgotten, and their records stay as long as they are not sent. */
    @Test
    void shouldKeepWhatIsBeingSentWhileItsHouseIsKept() {
        HangingSender hanging = new HangingSender(stage.target());
        stage.start("node", hanging, Runnable::run);
        persist(Records.message("m1"));
        clock.advance(Duration.ofSeconds(2));
        assertThat(hanging.hanging()).isOne();

        assertThat(store.forget(partition, Duration.ZERO)).isOne();
        clock.advance(Duration.ofSeconds(2));
        assertThat(left()).isOne();
        hanging.letOneGo();
        clock.advance(Duration.ofSeconds(2));

        assertThat(stage.target().ids()).containsExactly("m1");
        assertThat(left()).isZero();
    }

    /** Case 94: only what waits expires. */
    @Test
    void shouldNotGiveUpWhatExpiresWhileItIsBeingSent() {
        HangingSender hanging = new HangingSender(stage.target());
        stage.start("node", hanging, Runnable::run);
        persist(Records.message("a1", "a").toBuilder().expiresAt(clock.instant().plusSeconds(10)).build(),
                Records.message("a2", "a").toBuilder().expiresAt(clock.instant().plusSeconds(10)).build());
        clock.advance(Duration.ofSeconds(20));

        hanging.letOneGo();
        clock.advance(Duration.ofSeconds(2));

        assertThat(stage.target().ids()).containsExactly("a1");
        assertThat(stage.deadLetters().entries()).extracting(entry -> entry.envelope().id()).containsExactly("a2");
        assertThat(left()).isZero();
    }

    /** F49: between two full batches nobody waits. */
    @Test
    void shouldSendTenThousandMessagesWithoutAWait() {
        for (int i = 0; i < 10_000; i++) {
            persist(Records.message("m" + i));
        }

        stage.start();

        assertThat(stage.target().count()).isEqualTo(10_000);
        assertThat(left()).isZero();
    }

    /**
     * Case 98: the sixth failure, where five are allowed, one or sixteen minutes after the first send, or never sent.
     */
    @ParameterizedTest
    @CsvSource({ "1, false", "16, true", ", false" })
    void shouldGiveUpOnlyWhatFailedTooOftenForTooLong(Integer minutesSinceFirst, boolean isGivenUp) {
        long first = minutesSinceFirst == null
                ? 0 : clock.instant().minus(Duration.ofMinutes(minutesSinceFirst)).toEpochMilli();
        persist(Records.message("m1"));
        failedBefore(DrainStage.MAX_REPLAYS, first);
        FailingSender failing = new FailingSender(
                1, BridgeException.of(FailureCode.UNAVAILABLE, "not now"), stage.target());

        stage.start("node", failing, Runnable::run);
        clock.advance(Duration.ofMinutes(1));

        assertThat(stage.deadLetters().entries()).hasSize(isGivenUp ? 1 : 0);
        assertThat(stage.target().count()).isEqualTo(isGivenUp ? 0 : 1);
        assertThat(left()).isZero();
    }

    private void failedBefore(int times, long first) {
        Lease lease = store.acquire(store.look(BINDING, "former", Duration.ofSeconds(1)).partitions().get(0), "former",
                Duration.ofSeconds(1)).orElseThrow();
        StoredRecord record
                = store.cycle(
                        new Cycle(lease, Duration.ofSeconds(1), List.of(), List.of(), new Wanted(0, 1, List.of(), List.of())))
                        .records().get(0);
        store.cycle(new Cycle(
                lease, Duration.ofSeconds(1), List.of(), List.of(new Replay(record.seq(), times, first, Duration.ZERO, "")),
                Wanted.NOTHING));
        store.release(lease);
        store.leave(BINDING, "former");
    }
}
