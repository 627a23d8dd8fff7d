package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.DelegatingStore;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a partition is sent, on the reference store: everything happens on the test's thread, when it moves the clock.
 */
class DrainTest {

    private static final Duration TTL = Duration.ofSeconds(15);
    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final Target target = new Target();
    private final List<Long> partitions = store.register("out", 1);
    private boolean refusesDeadLetters;
    private boolean throwsDeadLetters;

    /** A target that says of each message what happens. */
    private static final class Target implements Sender {

        private final List<String> sent = new ArrayList<>();
        private final Map<String, Function<Integer, CompletionStage<Void>>> answers = new HashMap<>();
        private final Map<String, Integer> tries = new HashMap<>();

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            String id = message.envelope().id();
            sent.add(id);
            return answers.getOrDefault(id, attempt -> CompletableFuture.completedFuture(null))
                    .apply(tries.merge(id, 1, Integer::sum));
        }

        private void fails(String id, int times, BridgeException failure) {
            answers.put(id, attempt -> attempt <= times
                    ? CompletableFuture.failedFuture(failure)
                    : CompletableFuture.completedFuture(null));
        }

        @Override
        public void cancel(OutboundMessage message) {
            // No test lets a send take too long.
        }

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return TransportHealth.UP;
        }
    }

    private BindingDrain start() {
        return start(store);
    }

    private BindingDrain start(OutboxStore records) {
        DrainSettings settings = new DrainSettings(
                TTL, 10, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2, 0), 5, Duration.ofMinutes(15),
                ExpiredRecords.DEAD_LETTER, new Backoff(Duration.ofMillis(10), Duration.ofSeconds(1), 2, 0));
        BindingDrain.Site site = new BindingDrain.Site(
                "node", records, store, this::writeDeadLetter,
                new Failures(List.of()), () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos(), clock, Runnable::run,
                new Random(1));
        return BindingDrain.start(
                new OutboxBinding("out", new GuardedSender("out", target, Duration.ZERO, clock), 1_000), site, settings);
    }

    private CompletionStage<Void> writeDeadLetter(DeadLetter entry) {
        if (throwsDeadLetters) {
            throw new IllegalStateException("no rights");
        }
        return refusesDeadLetters
                ? CompletableFuture.failedFuture(new IllegalStateException("full"))
                : deadLetters.write(entry);
    }

    private void persist(Envelope... messages) {
        store.persist(List.of(messages).stream().map(message -> Records.record(partitions.get(0), message)).toList(),
                OutboxTransaction.OWN);
    }

    private int left() {
        return store.count(partitions, 1_000);
    }

    private static BridgeException failure(FailureCode code) {
        return BridgeException.of(code, "the target said so");
    }

    @Test
    void shouldSendInOrderAndKeepNothing() {
        persist(Records.message("a1", "a"), Records.message("m1"), Records.message("a2", "a"));

        start();
        clock.advance(A_MOMENT);

        assertThat(target.sent).containsExactlyInAnyOrder("a1", "m1", "a2").containsSubsequence("a1", "a2");
        assertThat(left()).isZero();
    }

    @Test
    void shouldSendWhatIsKeptLater() {
        BindingDrain drain = start();
        clock.advance(Duration.ofMinutes(10));

        persist(Records.message("m1"));
        drain.wake(partitions.get(0));

        assertThat(target.sent).containsExactly("m1");
    }

    @Test
    void shouldHoldUpOnlyTheSequenceOfAFailedMessage() {
        persist(Records.message("a1", "a"), Records.message("a2", "a"), Records.message("b1", "b"), Records.message("m1"));
        target.fails("a1", 2, failure(FailureCode.UNAVAILABLE));

        start();
        assertThat(target.sent).containsExactlyInAnyOrder("a1", "b1", "m1");
        clock.advance(Duration.ofMillis(900));
        assertThat(target.sent).hasSize(3);
        clock.advance(Duration.ofMillis(300));
        assertThat(target.sent).hasSize(4).endsWith("a1");
        clock.advance(Duration.ofSeconds(4));

        assertThat(target.sent).containsSubsequence("a1", "a1", "a1", "a2").hasSize(6);
        assertThat(left()).isZero();
    }

    @Test
    void shouldKeepTheOrderOfASequenceAcrossBatches() {
        for (int i = 0; i < 1_200; i++) {
            persist(Records.message("a" + i, "a"), Records.message("m" + i));
        }
        target.fails("a7", 1, failure(FailureCode.TIMEOUT));

        start();
        clock.advance(Duration.ofMinutes(1));

        assertThat(target.sent.stream().filter(id -> id.startsWith("a")).distinct().toList())
                .hasSize(1_200)
                .isSortedAccordingTo((x, y) -> Integer.parseInt(x.substring(1)) - Integer.parseInt(y.substring(1)));
        assertThat(left()).isZero();
    }

    /** Case 98: the number alone does not make it poison, nor does the time alone. */
    @Test
    void shouldGiveUpOnAMessageThatFailedTooOftenForTooLong() {
        persist(Records.message("m1"));
        target.fails("m1", Integer.MAX_VALUE, failure(FailureCode.UNAVAILABLE));

        start();
        clock.advance(Duration.ofMinutes(14));
        int triesInTime = target.sent.size();
        assertThat(triesInTime).isGreaterThan(6);
        assertThat(deadLetters.entries()).isEmpty();
        clock.advance(Duration.ofMinutes(2));

        DeadLetter entry = deadLetters.entries().get(0);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.MAX_RETRIES);
        assertThat(entry.binding()).isEqualTo("out");
        assertThat(entry.envelope()).isEqualTo(Records.message("m1"));
        assertThat(left()).isZero();
    }

    @Test
    void shouldMakeADeadLetterOfWhatTheTargetWillNeverTake() {
        persist(Records.message("m1"), Records.message("m2"), Records.message("m3"));
        target.fails("m1", 1, failure(FailureCode.FORBIDDEN));
        target.fails("m2", 1, failure(FailureCode.INVALID_HEADER));

        start();
        clock.advance(A_MOMENT);

        assertThat(deadLetters.entries()).extracting(DeadLetter::category)
                .containsExactlyInAnyOrder(DeadLetterCategory.PERMANENT, DeadLetterCategory.REJECTED);
        assertThat(target.sent).containsExactlyInAnyOrder("m1", "m2", "m3");
        assertThat(left()).isZero();
    }

    /** F2. */
    @Test
    void shouldKeepAMessageUntilItsDeadLetterIsKept() {
        persist(Records.message("m1"));
        target.fails("m1", Integer.MAX_VALUE, failure(FailureCode.FORBIDDEN));
        refusesDeadLetters = true;

        start();
        clock.advance(Duration.ofMinutes(1));
        assertThat(left()).isOne();
        refusesDeadLetters = false;
        clock.advance(Duration.ofMinutes(1));

        assertThat(deadLetters.entries()).hasSize(1);
        assertThat(left()).isZero();
    }

    /** F2. */
    @Test
    void shouldKeepAMessageWhoseDeadLetterStoreThrows() {
        persist(Records.message("m1"));
        target.fails("m1", Integer.MAX_VALUE, failure(FailureCode.FORBIDDEN));
        throwsDeadLetters = true;

        BindingDrain drain = start();
        clock.advance(Duration.ofMinutes(1));
        assertThat(left()).isEqualTo(1);
        assertThat(drain.targetTrouble()).contains("the dead-letter store does not take records");
        throwsDeadLetters = false;
        clock.advance(Duration.ofMinutes(2));

        assertThat(deadLetters.entries()).hasSize(1);
        assertThat(left()).isZero();
    }

    @Test
    void shouldBlameNoMessageForATargetThatIsAway() {
        persist(Records.message("a1", "a"), Records.message("m1"), Records.message("m2"));
        for (String id : List.of("a1", "m1", "m2")) {
            target.fails(id, 12, failure(FailureCode.CONNECTION_LOST));
        }

        start();
        clock.advance(Duration.ofHours(1));

        assertThat(deadLetters.entries()).isEmpty();
        assertThat(left()).isZero();
        assertThat(target.sent.size()).isLessThanOrEqualTo(3 * 13);
    }

    @Test
    void shouldLetOneMessageFindOutWhetherTheTargetIsBack() {
        for (int i = 0; i < 50; i++) {
            persist(Records.message("m" + i));
            target.fails("m" + i, Integer.MAX_VALUE, failure(FailureCode.CONNECTION_LOST));
        }

        start();
        int atOnce = target.sent.size();
        clock.advance(Duration.ofSeconds(70));

        assertThat(atOnce).isLessThanOrEqualTo(10);
        assertThat(target.sent.size() - atOnce).isLessThan(12);
    }

    @Test
    void shouldNotSendWhatNobodyNeedsAnyLonger() {
        persist(Records.message("late").toBuilder().expiresAt(clock.instant().plusSeconds(1)).build(), Records.message("m1"));
        clock.advance(Duration.ofSeconds(5));

        start();
        clock.advance(A_MOMENT);

        assertThat(target.sent).containsExactly("m1");
        assertThat(deadLetters.entries()).extracting(DeadLetter::category).containsExactly(DeadLetterCategory.EXPIRED);
        assertThat(left()).isZero();
    }

    /** Case 100: what was sent under a lease that is gone may be sent again, and is counted. */
    @Test
    void shouldCompleteNothingAfterATakeover() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        persist(Records.message("m1"));
        target.answers.put("m1", attempt -> answer);
        BindingDrain drain = start();
        assertThat(target.sent).containsExactly("m1");

        takeOver();
        answer.complete(null);
        clock.advance(A_MOMENT);

        assertThat(drain.duplicatesRisked()).isOne();
        assertThat(drain.completed()).isZero();
        assertThat(drain.leasesLost()).isOne();
        assertThat(left()).isOne();
    }

    /** The process slept longer than its lease, between what it read and what it sends. */
    @Test
    void shouldSendNothingWhenTheTimeOfTheLeaseIsOver() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        persist(Records.message("a1", "a"), Records.message("a2", "a"));
        target.answers.put("a1", attempt -> answer);
        start();

        takeOver();
        answer.complete(null);
        clock.advance(A_MOMENT);

        assertThat(target.sent).containsExactly("a1");
        assertThat(left()).isEqualTo(2);
    }

    @Test
    void shouldSettleAndGiveBackWhenItStops() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        persist(Records.message("a1", "a"), Records.message("a2", "a"));
        target.answers.put("a1", attempt -> answer);
        BindingDrain drain = start();

        CompletionStage<Void> closed = drain.close();
        assertThat(closed.toCompletableFuture()).isNotDone();
        answer.complete(null);

        assertThat(closed).isCompleted();
        assertThat(target.sent).containsExactly("a1");
        assertThat(left()).isOne();
        assertThat(store.look("out", "other", TTL).partitions()).allMatch(standing -> standing.isFree(clock.millis()));
    }

    @Test
    void shouldLetOthersPassASlowSend() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        persist(Records.message("slow"));
        target.answers.put("slow", attempt -> never);
        BindingDrain drain = start();

        persist(Records.message("m1"), Records.message("m2"));
        drain.wake(partitions.get(0));
        clock.advance(A_MOMENT);

        assertThat(target.sent).containsExactlyInAnyOrder("slow", "m1", "m2");
        assertThat(left()).isOne();
    }

    /** A store in which a transaction is open that began early, or in which something happens while it reads. */
    private static final class SlowStore extends DelegatingStore {

        private final Set<String> uncommitted = new HashSet<>();
        private Runnable whileItReads = () -> {
        };

        private SlowStore(OutboxStore store) {
            super(store);
        }

        @Override
        public Claim cycle(Cycle cycle) {
            Claim claim = super.cycle(cycle);
            Runnable happening = whileItReads;
            whileItReads = () -> {
            };
            happening.run();
            return new Claim(
                    claim.now(),
                    claim.records().stream().filter(record -> !uncommitted.contains(record.messageId())).toList());
        }
    }

    /** What was committed late is below what was read before; when it fails, those behind it must wait all the same. */
    @Test
    void shouldKeepTheOrderBehindALateMessageThatFails() {
        SlowStore slow = new SlowStore(store);
        slow.uncommitted.add("a1");
        persist(Records.message("a1", "a"), Records.message("a2", "a"));
        target.fails("a1", 1, failure(FailureCode.UNAVAILABLE).withRetryAfter(Duration.ofMillis(4_900)));
        BindingDrain drain = start(slow);
        clock.advance(Duration.ofMillis(300));
        assertThat(target.sent).containsExactly("a2");

        slow.uncommitted.clear();
        drain.wake(partitions.get(0));
        persist(Records.message("a3", "a"));
        clock.advance(Duration.ofMillis(4_750));
        drain.wake(partitions.get(0));
        clock.advance(Duration.ofSeconds(20));

        assertThat(target.sent).containsExactly("a2", "a1", "a1", "a3");
    }

    /** A send fails while the next batch is being read, which was told to leave its sequence out. */
    @Test
    void shouldKeepTheOrderBehindAMessageThatComesBackWhileItReads() {
        SlowStore slow = new SlowStore(store);
        CompletableFuture<Void> first = new CompletableFuture<>();
        List<Duration> waits = List.of(Duration.ofMillis(300), Duration.ofMillis(300));
        target.answers.put("a1", attempt -> attempt == 1
                ? first
                : attempt - 2 < waits.size()
                        ? CompletableFuture.failedFuture(
                                failure(FailureCode.CONNECTION_LOST).withRetryAfter(waits.get(attempt - 2)))
                : CompletableFuture.completedFuture(null));
        persist(Records.message("a1", "a"));
        start(slow);
        clock.advance(Duration.ofMillis(150));
        persist(Records.message("m1"), Records.message("a2", "a"));
        slow.whileItReads = () -> first.completeExceptionally(
                failure(FailureCode.CONNECTION_LOST).withRetryAfter(Duration.ofMillis(4_900)));

        clock.advance(Duration.ofSeconds(20));

        assertThat(target.sent.stream().filter(id -> id.startsWith("a")).toList())
                .containsExactly("a1", "a1", "a1", "a1", "a2");
        assertThat(left()).isZero();
    }

    private void takeOver() {
        clock.sleep(TTL.plusSeconds(1));
        Lease lease = store.acquire(store.look("out", "other", TTL).partitions().get(0), "other", TTL).orElseThrow();
        assertThat(lease.version()).isEqualTo(2);
    }
}
