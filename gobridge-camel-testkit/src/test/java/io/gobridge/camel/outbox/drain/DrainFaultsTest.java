package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.outbox.DrainStage;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What nobody expects of those that a drain works with must not stop it for good. */
class DrainFaultsTest {

    private static final Duration TTL = Duration.ofSeconds(15);

    private final SettableClock clock = new SettableClock();
    private final MemoryOutboxStore store = new MemoryOutboxStore(clock);
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final long partition = store.register("out", 1).get(0);
    private final Target target = new Target();

    private BindingDrain start(DeadLetterStore deadLetterStore, Executor executor) {
        return new DrainStage(clock, "out", store, store).leaseTtl(TTL).deadLetterStore(deadLetterStore)
                .start("node", target, executor);
    }

    private void persist(Envelope... messages) {
        store.persist(List.of(messages).stream().map(message -> Records.record(partition, message)).toList(),
                OutboxTransaction.OWN);
    }

    private int left() {
        return store.count(List.of(partition), 1_000);
    }

    private static Envelope expired(String id) {
        return Records.message(id).toBuilder().createdAt(Instant.EPOCH).expiresAt(Instant.EPOCH.plusMillis(1)).build();
    }

    @Test
    void shouldGoOnBehindADeadLetterStoreThatReturnsNothing() {
        boolean[] isBroken = { true };
        start(entry -> isBroken[0] ? null : deadLetters.write(entry), Runnable::run);
        persist(expired("old"));
        clock.advance(Duration.ofSeconds(5));
        assertThat(left()).isOne();

        isBroken[0] = false;
        clock.advance(Duration.ofMinutes(1));

        assertThat(left()).isZero();
        assertThat(deadLetters.entries()).hasSize(1);
    }

    @Test
    void shouldGoOnBehindADeadLetterStoreThatNeverAnswers() {
        boolean[] isBroken = { true };
        start(entry -> isBroken[0] ? new CompletableFuture<>() : deadLetters.write(entry), Runnable::run);
        persist(IntStream.range(0, 20).mapToObj(n -> expired("old" + n)).toArray(Envelope[]::new));
        clock.advance(Duration.ofSeconds(5));
        isBroken[0] = false;
        persist(Records.message("fresh"));

        clock.advance(Duration.ofMinutes(3));

        assertThat(left()).isZero();
        assertThat(deadLetters.entries()).hasSize(20);
        assertThat(target.sent).isOne();
    }

    @Test
    void shouldGoOnWhenADeadLetterStoreThrowsWhatNobodyCatches() {
        boolean[] isBroken = { true };
        start(entry -> {
            if (isBroken[0]) {
                throw new StackOverflowError();
            }
            return deadLetters.write(entry);
        }, Runnable::run);
        persist(expired("old"));
        clock.advance(Duration.ofSeconds(5));
        isBroken[0] = false;

        clock.advance(Duration.ofMinutes(1));

        assertThat(left()).isZero();
    }

    /** A broker that is away for a moment fails all that is under way: that is one failure. */
    @Test
    void shouldPauseOnceForAllThatWasUnderWay() {
        target.failure = Optional.of(BridgeException.of(FailureCode.CONNECTION_LOST, "away").withScope(FailureScope.TARGET));
        target.isSlow = true;
        start(deadLetters, Runnable::run);
        persist(IntStream.range(0, 10).mapToObj(n -> Records.message("m" + n)).toArray(Envelope[]::new));
        clock.advance(Duration.ofSeconds(2));
        target.failAll();
        target.failure = Optional.empty();
        target.isSlow = false;

        clock.advance(Duration.ofMillis(1_500));

        assertThat(left()).isZero();
    }

    @Test
    void shouldGoOnWhenThereIsNoThreadForAWhile() {
        boolean[] hasThreads = { true };
        start(deadLetters, task -> {
            if (!hasThreads[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        });
        clock.advance(Duration.ofSeconds(2));
        hasThreads[0] = false;
        persist(Records.message("m"));
        clock.advance(Duration.ofSeconds(5));
        assertThat(left()).isOne();
        hasThreads[0] = true;

        clock.advance(Duration.ofSeconds(5));

        assertThat(left()).isZero();
    }

    /** A target that fails when the test says so. */
    private static final class Target implements Sender {

        private Optional<BridgeException> failure = Optional.empty();
        private boolean isSlow;
        private CompletableFuture<Void> failing = new CompletableFuture<>();
        private int sent;

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            if (isSlow) {
                return failing;
            }
            sent++;
            return CompletableFuture.completedFuture(null);
        }

        private void failAll() {
            failing.completeExceptionally(failure.orElseThrow());
        }

        @Override
        public void cancel(OutboundMessage message) {
            // Nothing is cancelled here.
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
}
