package io.gobridge.camel.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 40 to 42. */
class GuardedSenderTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final OutboundMessage MESSAGE
            = new OutboundMessage(Envelope.withId("m1").createdAt(Instant.EPOCH).build(), "");

    private final ManualScheduler time = new ManualScheduler();
    private final FakeSender sender = new FakeSender(time);
    private final GuardedSender unit = new GuardedSender("plant", sender, TIMEOUT, time);

    @Test
    void shouldAcceptWhatTheSenderAccepted() {
        assertThat(send()).isCompleted();
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldSetNoTimerThatOutlivesTheSend() {
        sender.hangs();
        CompletableFuture<Void> sent = send();

        sender.pending.remove().complete(null);

        assertThat(sent).isCompleted();
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldAskTheSenderToCancelAtTheTimeout() {
        sender.hangs();
        CompletableFuture<Void> sent = send();

        time.advance(TIMEOUT.minusNanos(1));

        assertThat(sender.cancelsAt).isEmpty();

        time.advance(Duration.ofNanos(1));

        assertThat(sender.cancelsAt).containsExactly(TIMEOUT);
        assertThat(sent).isNotDone();
    }

    @Test
    void shouldNotWedgeWhenTheSenderCancelsAtOnce() {
        sender.hangs().onCancel = () -> sender.pending.remove()
                .completeExceptionally(BridgeException.of(FailureCode.TIMEOUT, "cancelled"));
        CompletableFuture<Void> sent = send();

        time.advance(TIMEOUT);

        assertThat(failure(sent)).hasMessage("cancelled");
        assertThat(unit.isWedged()).isFalse();
        assertThat(time.pending()).isZero();
    }

    @Test
    void shouldTakeASuccessWithinTheGraceForASuccess() {
        sender.hangs();
        CompletableFuture<Void> sent = send();
        time.advance(Duration.ofSeconds(34));

        sender.pending.remove().complete(null);
        time.advance(Duration.ofSeconds(5));

        assertThat(sent).isCompleted();
        assertThat(unit.isWedged()).isFalse();
    }

    @Test
    void shouldCutOffASenderThatIgnoresTheCancel() {
        sender.hangs();
        CompletableFuture<Void> sent = send();

        time.advance(Duration.ofSeconds(35).minusNanos(1));

        assertThat(sent).isNotDone();

        time.advance(Duration.ofNanos(1));

        assertThat(failure(sent).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(failure(sent)).hasMessageContainingAll("m1", "plant", "PT30S");
        assertThat(unit.isWedged()).isTrue();
    }

    @Test
    void shouldStartNoSecondSendWhileOneIsParked() {
        wedge();

        BridgeException failure = failure(send());

        assertThat(failure.code()).isEqualTo(FailureCode.BINDING_WEDGED);
        assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(sender.sendsAt).hasSize(1);
    }

    @Test
    void shouldSendAgainWhenTheParkedSendEnds() {
        wedge();

        sender.pending.remove().complete(null);

        assertThat(unit.isWedged()).isFalse();
        assertThat(send()).isNotDone();
        assertThat(sender.sendsAt).hasSize(2);
    }

    @Test
    void shouldStayWedgedUntilEveryParkedSendEnds() {
        sender.hangs();
        assertThat(send()).isNotDone();
        assertThat(send()).isNotDone();
        time.advance(Duration.ofSeconds(35));

        sender.pending.remove().completeExceptionally(new IllegalStateException());

        assertThat(unit.isWedged()).isTrue();

        sender.pending.remove().complete(null);

        assertThat(unit.isWedged()).isFalse();
    }

    @Test
    void shouldWaitForeverWithoutATimeout() {
        GuardedSender patient = new GuardedSender("plant", sender.hangs(), Duration.ZERO, time);
        CompletableFuture<Void> sent = patient.send(MESSAGE, () -> {
        }).toCompletableFuture();

        time.advance(Duration.ofDays(365));

        assertThat(sent).isNotDone();
        assertThat(patient.isWedged()).isFalse();
        assertThat(sender.cancelsAt).isEmpty();
    }

    @Test
    void shouldTakeWhatASenderThrowsForAFailedSend() {
        GuardedSender guarded = new GuardedSender("plant", new ThrowingSender(), TIMEOUT, time);

        CompletableFuture<Void> sent = guarded.send(MESSAGE, () -> {
        }).toCompletableFuture();

        assertThat(sent).isCompletedExceptionally();
    }

    private void wedge() {
        sender.hangs();
        assertThat(send()).isNotDone();
        time.advance(Duration.ofSeconds(35));
    }

    private CompletableFuture<Void> send() {
        return unit.send(MESSAGE, () -> {
        }).toCompletableFuture();
    }

    private static BridgeException failure(CompletableFuture<Void> sent) {
        assertThat(sent).isCompletedExceptionally();
        return (BridgeException) catchThrowableOfType(CompletionException.class, sent::join).getCause();
    }

    /** Breaks the rule that a sender throws nothing. */
    private static final class ThrowingSender implements Sender {

        @Override
        public CompletableFuture<Void> send(OutboundMessage message) {
            throw new IllegalStateException("not connected");
        }

        @Override
        public void cancel(OutboundMessage message) {
            throw new IllegalStateException("not connected");
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public TransportHealth health() {
            return TransportHealth.UP;
        }
    }
}
