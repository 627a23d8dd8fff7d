package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import reactor.core.publisher.Mono;

/** Settles again, a few times, what failed for the moment: a link that breaks takes the answer with it. Thread-safe. */
final class Persistence {

    private static final List<Duration> PAUSES
            = List.of(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(1600));

    private final Scheduler scheduler;

    Persistence(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Makes the call, and again while it fails for a reason that passes. */
    CompletionStage<Void> settle(String what, Supplier<Mono<Void>> call) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        attempt(0, what, call, outcome);
        return outcome;
    }

    private void attempt(int attempts, String what, Supplier<Mono<Void>> call, CompletableFuture<Void> outcome) {
        CompletionStage<Void> made = Mono.defer(call).toFuture();
        made.whenComplete((nothing, error) -> {
            if (error == null) {
                outcome.complete(null);
                return;
            }
            BridgeException failure = ServiceBusFailures.of(error, what);
            if (attempts < PAUSES.size() && isPassing(failure)) {
                scheduler.schedule(PAUSES.get(attempts), () -> attempt(attempts + 1, what, call, outcome));
            } else {
                outcome.completeExceptionally(failure);
            }
        });
    }

    private static boolean isPassing(BridgeException failure) {
        return failure.kind() == FailureKind.TRANSIENT && failure.code() != FailureCode.LOCK_LOST;
    }
}
