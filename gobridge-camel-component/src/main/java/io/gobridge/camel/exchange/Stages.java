package io.gobridge.camel.exchange;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls ports that users implement. */
final class Stages {

    private Stages() {
    }

    /** Calls the port; what it throws, or a null instead of a stage, comes out as a failed stage. */
    static <T> CompletionStage<T> call(Supplier<CompletionStage<T>> port) {
        try {
            CompletionStage<T> stage = port.get();
            return stage == null
                    ? CompletableFuture.failedFuture(new IllegalStateException("The port returned null instead of a stage"))
                    : stage;
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
