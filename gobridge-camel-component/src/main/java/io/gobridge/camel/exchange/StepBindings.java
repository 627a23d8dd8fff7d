package io.gobridge.camel.exchange;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Ending;

/** What the steps of a route bound to one delivery: what its settlement waits for, and who hears of its end. */
final class StepBindings {

    private Map<Object, Consumer<Ending>> listeners = Map.of();
    private CompletionStage<Void> awaited;
    private boolean isOver;

    /** Lets the settlement after the run wait for the stage. */
    synchronized void await(CompletionStage<Void> stage) {
        CompletionStage<Void> before = awaited;
        awaited = before == null ? stage : before.handle((done, error) -> null).thenCompose(done -> stage);
    }

    /** Returns what the run's settlement waits for, empty when it need not; the next run begins with nothing. */
    synchronized Optional<CompletionStage<Void>> takeAwaited() {
        CompletionStage<Void> taken = awaited;
        awaited = null;
        return Optional.ofNullable(taken);
    }

    /** Returns the listener that is bound under the key, or binds this one; empty when the delivery is over. */
    synchronized Optional<Consumer<Ending>> bind(Object key, Supplier<? extends Consumer<Ending>> listener) {
        if (isOver) {
            return Optional.empty();
        }
        if (listeners.isEmpty()) {
            listeners = new LinkedHashMap<>();
        }
        return Optional.of(listeners.computeIfAbsent(key, unbound -> listener.get()));
    }

    /** Ends the delivery and returns who has to hear of it, the last one bound first. */
    synchronized List<Consumer<Ending>> end() {
        isOver = true;
        if (listeners.isEmpty()) {
            return List.of();
        }
        List<Consumer<Ending>> ended = new ArrayList<>(listeners.values());
        Collections.reverse(ended);
        return ended;
    }
}
