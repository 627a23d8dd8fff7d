package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.FailingSender;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.LyingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.faults.SlowSender;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** When exactly a held message is sent: the cases 31 to 52 of the retry table, by a clock that can be set. */
class DirectHoldTest {

    private final FakeFixture fixture
            = new FakeFixture(Capabilities.none().withRedelivers(true), IdentityKind.GENERATED);
    private final SettableClock clock = fixture.clock;
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final RecordingSender accepted = new RecordingSender(clock);
    private final List<Integer> attempts = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final Instant start = clock.instant();

    @AfterEach
    void close() {
        stage.close();
    }

    private FailingSender failing(int times, RuntimeException failure) {
        return new FailingSender(times, failure, accepted, clock, message -> true);
    }

    private void start(Sender target, String producer, String... consumer) throws Exception {
        stage.bind("listener", new DeliveryListener() {
            @Override
            public synchronized void onAttempt(String routeId, String messageId, int attempt) {
                attempts.add(attempt);
            }

            @Override
            public synchronized void onSettled(String routeId, String messageId, Ending ending) {
                endings.add(ending);
            }
        });
        String replays = String.join("", consumer).contains("maxReplayAttempts") ? "" : "&maxReplayAttempts=0";
        String from = stage.from("backoff.initial=1s", "backoff.max=30s", "backoff.jitter=0") + replays
                      + (consumer.length == 0 ? "" : "&" + String.join("&", consumer));
        stage.start(routes -> routes.from(from).to(stage.to(target, producer)));
    }

    private List<Long> seconds(FailingSender target) {
        return target.attempts().stream().map(at -> Duration.between(start, at).toSeconds()).toList();
    }

    @Test
    void case31_shouldSendOnTheLadderUntilTheBudgetIsUsedUp() throws Exception {
        FailingSender target = failing(FailingSender.ALWAYS, Failing.unavailable());
        stage.put("m");
        start(target, "sendRetryBudget=10s");
        stage.soon(() -> assertThat(target.attempts()).hasSize(1));
        awaitTimers(2);

        clock.advance(Duration.ofSeconds(20));

        stage.soon(() -> assertThat(endings).containsExactly(Ending.DEAD_LETTERED));
        assertThat(seconds(target)).containsExactly(0L, 1L, 3L, 7L);
        assertThat(attempts).containsExactly(1, 1, 1, 1);
        assertThat(stage.deadLetters.entries()).singleElement()
                .satisfies(entry -> assertThat(entry.category()).isEqualTo(DeadLetterCategory.UNSTABLE_IDENTITY));
        assertThat(fixture.remaining()).isZero();
    }

    @Test
    void case32_shouldSendAgainWithinTheSameAttempt() throws Exception {
        FailingSender target = failing(1, Failing.unavailable());
        stage.put("m");
        start(target, "sendRetryBudget=10s");
        stage.soon(() -> assertThat(target.attempts()).hasSize(1));
        awaitTimers(2);

        clock.advance(Duration.ofSeconds(1));

        stage.soon(() -> assertThat(endings).containsExactly(Ending.COMPLETED));
        assertThat(attempts).containsExactly(1, 1);
        assertThat(stage.charged()).isZero();
        assertThat(stage.deadLetters.entries()).isEmpty();
    }

    @Test
    void case33_shouldWaitAsLongAsTheTargetAsks() throws Exception {
        FailingSender target = failing(1, Failing.unavailable().withRetryAfter(Duration.ofSeconds(5)));
        stage.put("m");
        start(target, "sendRetryBudget=10s");
        stage.soon(() -> assertThat(target.attempts()).hasSize(1));
        awaitTimers(2);

        clock.advance(Duration.ofSeconds(10));

        assertThat(seconds(target)).containsExactly(0L, 5L);
    }

    @Test
    void case35_shouldGiveUpAtOnceWhenTheWaitIsLongerThanAnyBudget() throws Exception {
        FailingSender target = failing(FailingSender.ALWAYS,
                Failing.unavailable().withRetryAfter(Duration.ofSeconds(Long.MAX_VALUE)));
        stage.put("m");

        start(target, "sendRetryBudget=10s");

        stage.soon(() -> assertThat(endings).containsExactly(Ending.DEAD_LETTERED));
        assertThat(target.attempts()).hasSize(1);
    }

    @Test
    void case36_shouldLeaveTheMessageWhenTheRouteStopsDuringTheWait() throws Exception {
        FailingSender target = failing(FailingSender.ALWAYS, Failing.unavailable());
        stage.put("m");
        start(target, "sendRetryBudget=10s", "maxReplayAttempts=5");
        stage.soon(() -> assertThat(target.attempts()).hasSize(1));

        stage.stop();

        clock.advance(Duration.ofSeconds(20));
        assertThat(target.attempts()).hasSize(1);
        assertThat(fixture.remaining()).isEqualTo(1);
        assertThat(stage.deadLetters.entries()).isEmpty();
    }

    @Test
    void case37_shouldNotSendWhileTheBindingIsWedged() throws Exception {
        HangingSender hanging = new HangingSender(accepted);
        stage.put("m", 2);
        start(hanging, "sendRetryBudget=60s", "maxReplayAttempts=5");
        stage.soon(() -> assertThat(hanging.hanging()).isEqualTo(2));
        awaitTimers(3);
        hanging.failOne(Failing.unavailable().withRetryAfter(Duration.ofSeconds(40)));
        stage.soon(() -> assertThat(hanging.hanging()).isEqualTo(1));
        awaitTimers(3);

        clock.advance(Duration.ofSeconds(45));

        assertThat(hanging.sends()).isEqualTo(2);
        assertThat(fixture.remaining()).isEqualTo(2);
    }

    @Test
    void case38_shouldSendOnceWithoutABudget() throws Exception {
        FailingSender target = failing(FailingSender.ALWAYS, Failing.unavailable());
        stage.put("m");

        start(target, "sendRetryBudget=0");

        stage.soon(() -> assertThat(endings).containsExactly(Ending.DEAD_LETTERED));
        assertThat(target.attempts()).hasSize(1);
    }

    @Test
    void case39_shouldSendOnceWhenTheFailureIsPermanent() throws Exception {
        FailingSender target = failing(FailingSender.ALWAYS, Failing.permanent());
        stage.put("m");

        start(target, "sendRetryBudget=10s");

        stage.soon(() -> assertThat(endings).containsExactly(Ending.DEAD_LETTERED));
        assertThat(target.attempts()).hasSize(1);
        assertThat(stage.deadLetters.entries().get(0).category()).isEqualTo(DeadLetterCategory.PERMANENT);
    }

    @Test
    void case40_shouldCutOffASenderThatIgnoresItsTimeoutAndSendNothingBesideIt() throws Exception {
        HangingSender target = new HangingSender(accepted);
        stage.put("m");
        start(target, "sendTimeout=30s&sendRetryBudget=0", "maxReplayAttempts=5");
        stage.soon(() -> assertThat(target.hanging()).isEqualTo(1));
        awaitTimers(2);
        clock.advance(Duration.ofSeconds(34));
        assertThat(stage.charged()).isZero();

        clock.advance(Duration.ofSeconds(1));

        stage.soon(() -> assertThat(stage.charged()).as("TIMEOUT").isEqualTo(1));
        stage.put("n");
        stage.always(Duration.ofSeconds(60), () -> assertThat(target.sends()).isEqualTo(1));
        assertThat(fixture.remaining()).isEqualTo(2);
        target.letOneGo();
        stage.eventually(() -> {
            target.letOneGo();
            assertThat(fixture.remaining()).isZero();
        });
        assertThat(stage.deadLetters.entries()).isEmpty();
    }

    @Test
    void case41_shouldSendAgainAfterASenderThatEndsWhenItIsCancelled() throws Exception {
        CooperativeSender target = new CooperativeSender();
        stage.put("m");
        start(target, "sendTimeout=30s&sendRetryBudget=100s");
        stage.soon(() -> assertThat(target.sends).hasSize(1));
        awaitTimers(2);

        clock.advance(Duration.ofSeconds(31));

        stage.soon(() -> assertThat(target.sends).hasSize(2));
        target.sends.get(1).complete(null);
        stage.soon(() -> assertThat(endings).containsExactly(Ending.COMPLETED));
    }

    @Test
    void case42_shouldWaitAsLongAsItTakesWithoutATimeout() throws Exception {
        SlowSender target = new SlowSender(Duration.ofMinutes(10), clock, accepted);
        stage.put("m");
        start(target, "sendTimeout=0", "processTimeout=1h");
        stage.soon(() -> assertThat(target.mostUnderWay()).isEqualTo(1));
        awaitTimers(2);

        clock.advance(Duration.ofMinutes(10));

        stage.soon(() -> assertThat(endings).containsExactly(Ending.COMPLETED));
    }

    @Test
    void case49_shouldRememberTheFailuresOfAMessageWhoseAckFailed() throws Exception {
        FakeFixture stable = new FakeFixture(Capabilities.none().withRedelivers(true), IdentityKind.STABLE);
        try (BridgeStage other = new BridgeStage(stable, false)) {
            FailingSender target = new FailingSender(1, Failing.unavailable(), accepted);
            stable.broker.refuseAcks(Failing.connectionLost());
            other.put("m");
            other.start(routes -> routes.from(other.from()).to(other.to(target, "sendRetryBudget=0")));

            other.eventually(() -> assertThat(stable.broker.calls("ack")).isPositive());

            assertThat(other.attempts("m").failures()).isEqualTo(1);
        }
    }

    @Test
    void case52_shouldRefuseABackoffOutOfItsBounds() {
        for (String wrong : List.of("backoff.multiplier=0.5", "backoff.jitter=1.5", "backoff.initial=-1s")) {
            String name = wrong.substring(0, wrong.indexOf('='));
            assertThatThrownBy(() -> stage.start(routes -> routes.from(stage.from(wrong)).to(stage.to())))
                    .hasStackTraceContaining(name).hasStackTraceContaining(BridgeException.class.getName());
            stage.replaceNode();
        }
    }

    @Test
    void shouldSendADuplicateRatherThanLoseAMessageWhoseAnswerWasLost() throws Exception {
        Sender target = LyingSender.denying(1, BridgeException.of(FailureCode.TIMEOUT, "no answer"), accepted);
        stage.put("m");
        start(target, "sendRetryBudget=10s");

        stage.eventually(() -> assertThat(endings).containsExactly(Ending.COMPLETED));

        assertThat(accepted.count()).isEqualTo(2);
        assertThat(accepted.ids().stream().distinct()).hasSize(1);
    }

    /** Waits until so many timers are set, the lock keeper's included: only then may the clock move. */
    private void awaitTimers(int count) {
        stage.soon(() -> assertThat(clock.pendingTasks()).isEqualTo(count));
    }

    /** Ends a send as soon as it is asked to cancel it. */
    private static final class CooperativeSender implements Sender {

        private final List<CompletableFuture<Void>> sends = new ArrayList<>();

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            CompletableFuture<Void> send = new CompletableFuture<>();
            sends.add(send);
            return send;
        }

        @Override
        public void cancel(OutboundMessage message) {
            sends.get(sends.size() - 1).completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "cancelled"));
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
