package io.gobridge.camel.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OutboundMessage;

/**
 * Sends a message while its source holds it: the delivery is acknowledged only after the target accepted. A transient
 * failure is tried again on the backoff ladder until the budget is used up; nobody is parked meanwhile. Thread-safe.
 */
public final class DirectHold {

    private final GuardedSender sender;
    private final SendLimits limits;
    private final Failures failures;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final LongAdder retries = new LongAdder();
    private final LongAdder exhausted = new LongAdder();

    /** Sends through the sender within the limits. */
    public DirectHold(GuardedSender sender, SendLimits limits, Failures failures, Scheduler scheduler,
                      RandomGenerator random) {
        this.sender = sender;
        this.limits = limits;
        this.failures = failures;
        this.scheduler = scheduler;
        this.random = random;
    }

    /** Returns how many sends were repeated. */
    public long retries() {
        return retries.sum();
    }

    /** Returns how many messages used up their budget. */
    public long exhausted() {
        return exhausted.sum();
    }

    /**
     * Sends the message. The stage completes when the target accepted it, and exceptionally with the
     * {@link BridgeException} of the last send otherwise.
     */
    public CompletionStage<Void> send(OutboundMessage message, Backoff backoff, RunControl control, SendObserver observer) {
        if (control.isInVain()) {
            return CompletableFuture.failedFuture(inVain(message));
        }
        CompletableFuture<Void> first = sender.send(message, observer).toCompletableFuture();
        if (isAccepted(first)) {
            return first;
        }
        Ladder ladder = new Ladder(message, backoff, control, observer);
        ladder.watch(first);
        return ladder.result;
    }

    private static boolean isAccepted(CompletableFuture<Void> send) {
        return send.isDone() && !send.isCompletedExceptionally();
    }

    private static BridgeException inVain(OutboundMessage message) {
        return BridgeException.of(FailureCode.LOCK_LOST,
                "Message " + message.envelope().id() + " is not sent: its delivery was settled or lost meanwhile");
    }

    /** The sends of one message after its first, which was not accepted at once: most need no second. */
    private final class Ladder {

        private final OutboundMessage message;
        private final Backoff backoff;
        private final RunControl control;
        private final SendObserver observer;
        private final Instant deadline = scheduler.clock().instant().plus(limits.retryBudget());
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private int sends = 1;

        private Ladder(OutboundMessage message, Backoff backoff, RunControl control, SendObserver observer) {
            this.message = message;
            this.backoff = backoff;
            this.control = control;
            this.observer = observer;
        }

        private void climb() {
            if (control.isInVain()) {
                result.completeExceptionally(inVain(message));
                return;
            }
            sends++;
            watch(sender.send(message, this::countRetry));
        }

        private void watch(CompletionStage<Void> sending) {
            sending.whenComplete((accepted, error) -> {
                if (error == null) {
                    result.complete(null);
                } else {
                    failed(failures.of(Failures.unwrapped(error)));
                }
            });
        }

        private void countRetry() {
            retries.increment();
            observer.beforeSend();
        }

        private void failed(BridgeException failure) {
            // A wedged binding would refuse the next send: the source had better know now.
            if (failure.kind() != FailureKind.TRANSIENT || sender.isWedged() || limits.retryBudget().isZero()
                    || failure.code() == FailureCode.BINDING_WEDGED || !control.mayWait()) {
                result.completeExceptionally(failure);
                return;
            }
            Duration wait = wait(failure);
            // Compared as durations from now, since an enormous wait has no instant.
            if (wait.compareTo(Duration.between(scheduler.clock().instant(), deadline)) > 0) {
                exhausted.increment();
                result.completeExceptionally(failure);
                return;
            }
            new Pause(failure).begin(wait);
        }

        private Duration wait(BridgeException failure) {
            Duration wait = failure.retryAfter().orElseGet(() -> backoff.delay(sends, random));
            return wait.compareTo(SendLimits.SHORTEST_WAIT) < 0 ? SendLimits.SHORTEST_WAIT : wait;
        }

        /** The wait between two sends; it ends early, without another send, when the route stops. */
        private final class Pause {

            private final BridgeException failure;
            private final Runnable listener = this::endEarly;
            private volatile Scheduler.Task timer;
            private boolean isOver;

            private Pause(BridgeException failure) {
                this.failure = failure;
            }

            private void begin(Duration wait) {
                timer = scheduler.schedule(wait, this::endInTime);
                control.onWaitsEnd(listener);
            }

            private void endInTime() {
                if (over()) {
                    control.forget(listener);
                    climb();
                }
            }

            private void endEarly() {
                if (over()) {
                    timer.cancel();
                    result.completeExceptionally(failure);
                }
            }

            private synchronized boolean over() {
                boolean first = !isOver;
                isOver = true;
                return first;
            }
        }
    }
}
