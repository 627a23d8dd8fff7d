package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.MemoryAttemptLedger;
import io.gobridge.camel.failure.ErrorClassifier;
import io.gobridge.camel.failure.FailedRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Beans of the user that throw, answer nothing or never answer: each delivery ends all the same, with one permit. */
class BrokenUserCodeTest {

    private static final int MESSAGES = 5;

    private final FakeFixture fixture = new FakeFixture(Capabilities.none().withRedelivers(true), IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final BrokenLedger ledger = new BrokenLedger();

    @AfterEach
    void close() {
        stage.close();
    }

    private String from() {
        return stage.from("maxInFlight=1", "backoff.initial=100ms", "backoff.max=200ms", "maxReplayAttempts=3");
    }

    private void passThrough() throws Exception {
        stage.put("m", MESSAGES);
        stage.start(routes -> routes.from(from()).to(stage.to()));
        stage.awaitCompleted(MESSAGES);
    }

    @Test
    void shouldFreeThePermitWhenTheLedgerCannotForget() throws Exception {
        stage.node().getRegistry().bind("ledger", AttemptLedger.class, ledger);
        ledger.forget = () -> {
            throw new IllegalStateException("database is down");
        };

        passThrough();
    }

    @Test
    void shouldHoldTheMessageWhenTheLedgerAnswersNothing() throws Exception {
        heldUntilTheLedgerWorks(() -> CompletableFuture.completedFuture(null));
    }

    @Test
    void shouldHoldTheMessageWhenTheLedgerNeverAnswers() throws Exception {
        heldUntilTheLedgerWorks(CompletableFuture::new);
    }

    @Test
    void shouldHoldTheMessageWhenTheLedgerCannotBeLinked() throws Exception {
        heldUntilTheLedgerWorks(() -> {
            throw new NoClassDefFoundError("driver");
        });
    }

    private void heldUntilTheLedgerWorks(Supplier<CompletionStage<AttemptHistory>> charge) throws Exception {
        stage.node().getRegistry().bind("ledger", AttemptLedger.class, ledger);
        ledger.charge = charge;
        Runs runs = new Runs(fixture.clock).failAll(Failing.unavailable());
        stage.put("m");
        stage.start(routes -> routes.from(from()).process(runs).to(stage.to()));
        stage.eventually(() -> assertThat(runs.count()).isGreaterThanOrEqualTo(2));

        ledger.charge = null;
        runs.heal();

        stage.awaitCompleted(1);
        assertThat(stage.deadTexts()).isEmpty();
    }

    @Test
    void shouldTryTheStoreAgainWhenItNeverAnswered() throws Exception {
        AtomicReference<Supplier<CompletionStage<Void>>> broken = new AtomicReference<>(CompletableFuture::new);
        deadLetteredOnceRepaired(broken);
    }

    @Test
    void shouldTryTheStoreAgainWhenItCannotBeLinked() throws Exception {
        AtomicReference<Supplier<CompletionStage<Void>>> broken = new AtomicReference<>(() -> {
            throw new NoClassDefFoundError("driver");
        });
        deadLetteredOnceRepaired(broken);
    }

    private void deadLetteredOnceRepaired(AtomicReference<Supplier<CompletionStage<Void>>> broken) throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        DeadLetterStore store = entry -> {
            asked.complete(null);
            Supplier<CompletionStage<Void>> answer = broken.get();
            return answer == null ? stage.deadLetters.write(entry) : answer.get();
        };
        stage.bind("broken", store).put("m");
        stage.start(routes -> routes.from(from().replace("#deadLetters", "#broken")).throwException(Failing.permanent()));
        stage.soon(() -> assertThat(asked).isDone());
        stage.assertRemaining(1);

        broken.set(null);

        stage.eventually(() -> assertThat(stage.counts().deadLettered()).isEqualTo(1));
        assertThat(stage.deadTexts()).containsExactly("m");
        stage.assertRemaining(0);
    }

    @Test
    void shouldContainAListenerThatCannotBeLinked() throws Exception {
        stage.bind("listener", new DeliveryListener() {
            @Override
            public void onAttempt(String routeId, String messageId, int attempt) {
                throw new NoClassDefFoundError("metrics");
            }

            @Override
            public void onSettled(String routeId, String messageId, Ending ending) {
                throw new NoClassDefFoundError("metrics");
            }
        });

        passThrough();
        assertThat(fixture.received()).hasSize(MESSAGES);
    }

    @Test
    void shouldTakeAnExceptionForUnknownWhenTheClassifierCannotBeLinked() throws Exception {
        stage.bind("classifier", (ErrorClassifier) error -> {
            throw new NoClassDefFoundError("errors");
        });
        Runs runs = new Runs(fixture.clock).failAll(new IllegalStateException("once"));
        stage.put("m");
        stage.start(routes -> routes.from(from()).process(runs).to(stage.to()));
        stage.eventually(() -> assertThat(runs.count()).isEqualTo(2));

        runs.heal();

        stage.awaitCompleted(1);
    }

    @Test
    void shouldStopWithinItsLimitWhenTheStoreNeverAnswers() throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        stage.bind("broken", (DeadLetterStore) entry -> {
            asked.complete(null);
            return new CompletableFuture<>();
        }).put("m");
        stage.start(routes -> routes.from(from().replace("#deadLetters", "#broken")).throwException(Failing.permanent()));
        stage.soon(() -> assertThat(asked).isDone());

        long begin = System.nanoTime();
        stage.stop();

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        stage.assertRemaining(1);
    }

    /** Works like a ledger in memory but for what the test replaces. */
    private static final class BrokenLedger implements AttemptLedger {

        private final MemoryAttemptLedger ledger = new MemoryAttemptLedger();
        private volatile Supplier<CompletionStage<AttemptHistory>> charge;
        private volatile Supplier<CompletionStage<Void>> forget;

        @Override
        public CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
            return charge == null ? ledger.charge(key, run) : charge.get();
        }

        @Override
        public CompletionStage<Void> returned(String key) {
            return ledger.returned(key);
        }

        @Override
        public CompletionStage<AttemptHistory> find(String key) {
            return ledger.find(key);
        }

        @Override
        public CompletionStage<Void> forget(String key) {
            return forget == null ? ledger.forget(key) : forget.get();
        }
    }
}
