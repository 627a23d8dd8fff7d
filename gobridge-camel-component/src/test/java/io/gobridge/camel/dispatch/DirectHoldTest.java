package io.gobridge.camel.dispatch;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OutboundMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 31 to 41, as far as sending goes. */
class DirectHoldTest {

    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), TIMEOUT, 2, 0);
    private final BridgeException unavailable = BridgeException.of(FailureCode.UNAVAILABLE, "down");

    private final ManualScheduler time = new ManualScheduler();
    private final FakeSender sender = new FakeSender(time);
    private final GuardedSender guard = new GuardedSender("plant", sender, TIMEOUT, time);
    private final RunControl control = new RunControl(BACKOFF, Runnable::run);
    private final DirectHold unit = directHold(BUDGET);
    private int observed;

    @Test
    void shouldSendOnceWhenTheTargetAccepts() {
        assertThat(send(unit)).isCompleted();
        assertThat(sender.sendsAt).containsExactly(Duration.ZERO);
        assertThat(unit.retries()).isZero();
    }

    @Test
    void shouldClimbTheLadderUntilTheBudgetIsUsedUp() {
        sender.failsAlways(unavailable);
        CompletableFuture<Void> sent = send(unit);

        time.advance(Duration.ofMinutes(1));

        assertThat(sender.sendsAt).isEqualTo(seconds(0, 1, 3, 7));
        assertThat(failure(sent)).isSameAs(unavailable);
        assertThat(unit.retries()).isEqualTo(3);
        assertThat(unit.exhausted()).isEqualTo(1);
        assertThat(observed).isEqualTo(4);
    }

    @Test
    void shouldGiveUpAtTheLastSendAndNotWaitForTheBudgetToPass() {
        sender.failsAlways(unavailable);
        CompletableFuture<Void> sent = send(unit);

        time.advance(Duration.ofSeconds(7));

        assertThat(sent).isCompletedExceptionally();
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldRecoverFromOneFailure() {
        sender.failsOnce(unavailable);
        CompletableFuture<Void> sent = send(unit);

        time.advance(Duration.ofSeconds(1));

        assertThat(sent).isCompleted();
        assertThat(sender.sendsAt).hasSize(2);
        assertThat(unit.exhausted()).isZero();
    }

    @Test
    void shouldTakeAForeignExceptionForTransient() {
        sender.failsOnce(new CompletionException(new IOException()));
        CompletableFuture<Void> sent = send(unit);

        time.advance(Duration.ofSeconds(1));

        assertThat(sent).isCompleted();
    }

    @Test
    void shouldWaitAsLongAsTheTargetAsked() {
        sender.failsOnce(unavailable.withRetryAfter(Duration.ofSeconds(5)));
        CompletableFuture<Void> sent = send(unit);

        time.advance(BUDGET);

        assertThat(sender.sendsAt).isEqualTo(seconds(0, 5));
        assertThat(sent).isCompleted();
    }

    @Test
    void shouldUseUpTheBudgetAtOnceWhenTheTargetAsksForAges() {
        sender.failsAlways(unavailable.withRetryAfter(Duration.ofSeconds(Long.MAX_VALUE)));

        CompletableFuture<Void> sent = send(unit);

        assertThat(failure(sent).code()).isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(unit.exhausted()).isEqualTo(1);
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldLeaveATenthOfASecondBetweenSends() {
        sender.failsOnce(unavailable.withRetryAfter(Duration.ZERO));
        assertThat(send(unit)).isNotDone();

        time.advance(Duration.ofSeconds(1));

        assertThat(sender.sendsAt).containsExactly(Duration.ZERO, Duration.ofMillis(100));
    }

    @Test
    void shouldEndTheWaitWithoutAnotherSendWhenTheRouteStops() {
        sender.failsAlways(unavailable);
        CompletableFuture<Void> sent = send(unit);

        control.endWaits();
        time.advance(BUDGET);

        assertThat(failure(sent)).isSameAs(unavailable);
        assertThat(sender.sendsAt).hasSize(1);
        assertThat(unit.exhausted()).isZero();
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldNotBeginAWaitWhenTheRouteStopsAlready() {
        sender.failsAlways(unavailable);
        control.endWaits();

        CompletableFuture<Void> sent = send(unit);

        assertThat(failure(sent)).isSameAs(unavailable);
        assertThat(unit.exhausted()).isZero();
    }

    @Test
    void shouldNotSendInVain() {
        control.cancel();

        assertThat(failure(send(unit)).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(sender.sendsAt).isEmpty();
    }

    @Test
    void shouldSendNoMoreWhenAnotherMessageWedgesTheBindingMeanwhile() {
        DirectHold patient = directHold(Duration.ofMinutes(10));
        sender.hangs();
        assertThat(send(unit)).isNotDone();
        time.advance(TIMEOUT);
        sender.recovers().failsAlways(unavailable.withRetryAfter(Duration.ofSeconds(20)));
        CompletableFuture<Void> sent = send(patient);
        int sends = sender.sendsAt.size();

        time.advance(Duration.ofSeconds(20));

        assertThat(failure(sent).code()).isEqualTo(FailureCode.BINDING_WEDGED);
        assertThat(sender.sendsAt).hasSize(sends);
        assertThat(observed).isEqualTo(sends);
        assertThat(patient.retries()).isZero();
    }

    @Test
    void shouldReportTheCutOffAtOnceAndRefuseTheNextMessage() {
        DirectHold patient = directHold(Duration.ofMinutes(10));
        sender.hangs();
        CompletableFuture<Void> sent = send(patient);

        time.advance(Duration.ofSeconds(35));

        assertThat(failure(sent).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(failure(send(patient)).code()).isEqualTo(FailureCode.BINDING_WEDGED);
        assertThat(sender.sendsAt).hasSize(1);
    }

    @Test
    void shouldRetryASendThatEndedAtItsTimeout() {
        sender.hangs().onCancel
                = () -> sender.pending.remove().completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "gave up"));
        CompletableFuture<Void> sent = send(directHold(Duration.ofMinutes(1)));
        time.advance(TIMEOUT);
        sender.recovers();

        time.advance(Duration.ofSeconds(1));

        assertThat(sent).isCompleted();
        assertThat(sender.sendsAt).isEqualTo(seconds(0, 31));
        assertThat(guard.isWedged()).isFalse();
    }

    @Test
    void shouldSendOnceWithoutABudget() {
        sender.failsAlways(unavailable);

        assertThat(failure(send(directHold(Duration.ZERO)))).isSameAs(unavailable);
        assertThat(sender.sendsAt).hasSize(1);
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldSendOnceWhenTheFailureIsPermanent() {
        sender.failsAlways(BridgeException.of(FailureCode.FORBIDDEN, "no"));

        assertThat(failure(send(unit)).code()).isEqualTo(FailureCode.FORBIDDEN);
        assertThat(sender.sendsAt).hasSize(1);
        assertThat(unit.exhausted()).isZero();
    }

    private DirectHold directHold(Duration budget) {
        return new DirectHold(guard, new SendLimits(TIMEOUT, budget), new Failures(List.of()), time, () -> 0L);
    }

    private CompletableFuture<Void> send(DirectHold through) {
        OutboundMessage message = new OutboundMessage(Envelope.withId("m1").createdAt(Instant.EPOCH).build(), "");
        return through.send(message, BACKOFF, control, () -> observed++).toCompletableFuture();
    }

    private static List<Duration> seconds(int... seconds) {
        return Arrays.stream(seconds).mapToObj(Duration::ofSeconds).toList();
    }

    private static BridgeException failure(CompletableFuture<Void> sent) {
        assertThat(sent).isCompletedExceptionally();
        return (BridgeException) catchThrowableOfType(CompletionException.class, sent::join).getCause();
    }
}
