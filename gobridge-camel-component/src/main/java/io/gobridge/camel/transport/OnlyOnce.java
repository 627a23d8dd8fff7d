package io.gobridge.camel.transport;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** An end that comes once, however often it is asked for. Thread-safe. */
public final class OnlyOnce {

    private final AtomicReference<CompletableFuture<Void>> outcome = new AtomicReference<>();

    /** Runs the action unless one was run; either way the stage is the outcome of the first. */
    public CompletionStage<Void> run(Supplier<CompletionStage<Void>> action) {
        CompletableFuture<Void> first = new CompletableFuture<>();
        if (outcome.compareAndSet(null, first)) {
            action.get().whenComplete((nothing, error) -> {
                if (error == null) {
                    first.complete(null);
                } else {
                    first.completeExceptionally(error);
                }
            });
        }
        return outcome.get();
    }

    /** Tells whether an action was run, or has begun to. */
    public boolean hasBegun() {
        return outcome.get() != null;
    }
}
