package io.gobridge.camel.exchange;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;

/** Calls ports that users implement. */
final class Stages {

    /** Whoever waits for a port keeps a permit, and its source waits too. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private Stages() {
    }

    /** Calls the port; what it throws, or a null instead of a stage, comes out as a failed stage. */
    static <T> CompletionStage<T> call(Supplier<CompletionStage<T>> port) {
        try {
            CompletionStage<T> stage = port.get();
            return stage == null
                    ? CompletableFuture.failedFuture(new IllegalStateException("The port returned null instead of a stage"))
                    : stage;
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Calls the port and fails when it does not answer in time; the answer that comes later is ignored. */
    static <T> CompletionStage<T> callInTime(Scheduler scheduler, Supplier<CompletionStage<T>> port) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        call(port).whenComplete((value, error) -> {
            if (error == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(error);
            }
        });
        if (answer.isDone()) {
            return answer;
        }
        Scheduler.Task timer = scheduler.schedule(LONGEST_WAIT, () -> answer.completeExceptionally(
                new IllegalStateException("The port did not answer within " + LONGEST_WAIT)));
        return answer.whenComplete((value, error) -> timer.cancel());
    }
}
