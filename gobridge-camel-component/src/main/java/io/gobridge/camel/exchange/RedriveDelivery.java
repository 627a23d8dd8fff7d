package io.gobridge.camel.exchange;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.RedriveFailure;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;

/**
 * A dead letter as the delivery of a source: it is handed over once, and tells how it ended. What would become a dead
 * letter again goes back to the entry that there is. Thread-safe.
 */
final class RedriveDelivery implements Delivery, DeadLetterStore, DeliveryListener {

    private static final Capabilities CAPABILITIES = Capabilities.none().withRedelivers(true);

    private final DeadLetter entry;
    private final Envelope message;
    private final RedriveTarget target;
    private final Failures failures;
    private final Clock clock;
    private final CompletableFuture<Optional<RedriveFailure>> result = new CompletableFuture<>();
    private volatile DeadLetter again;
    private volatile Throwable givenBackBecause;

    RedriveDelivery(DeadLetter entry, Envelope message, RedriveTarget target, Failures failures, Clock clock) {
        this.entry = entry;
        this.message = message;
        this.target = target;
        this.failures = failures;
        this.clock = clock;
    }

    CompletableFuture<Optional<RedriveFailure>> result() {
        return result;
    }

    @Override
    public CompletionStage<Void> write(DeadLetter deadAgain) {
        again = deadAgain;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onSettled(String routeId, String messageId, Ending ending) {
        result.complete(failure());
    }

    private Optional<RedriveFailure> failure() {
        DeadLetter dead = again;
        if (dead != null) {
            FailedRun last = new FailedRun(dead.lastFailure(), dead.code(), dead.reason());
            return Optional.of(dead.history().isEmpty()
                    ? RedriveFailure.ofRun(dead.category(), last)
                    : new RedriveFailure(
                            dead.category(), dead.code(), last.reason(), dead.attempts(), dead.history()));
        }
        if (givenBackBecause != null) {
            return Optional.of(run(failures.of(givenBackBecause)));
        }
        return target.isReached()
                ? Optional.empty()
                : Optional.of(run(BridgeException.of(FailureCode.NO_BINDING_MATCH, "Route '" + entry.routeId()
                                                                                   + "' completed and sent nothing to binding '"
                                                                                   + target.binding()
                                                                                   + "'; the dead letter stays")));
    }

    private RedriveFailure run(BridgeException failure) {
        return RedriveFailure.ofRun(entry.category(), FailedRun.of(clock.instant(), failure));
    }

    @Override
    public Envelope envelope() {
        return message;
    }

    @Override
    public Optional<BridgeException> defect() {
        return Optional.empty();
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public IdentityKind identity() {
        return IdentityKind.STABLE;
    }

    @Override
    public String group() {
        return "";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public CompletionStage<Void> ack() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        givenBackBecause = reason;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED,
                "A redriven message has no source that could reject it"));
    }
}
