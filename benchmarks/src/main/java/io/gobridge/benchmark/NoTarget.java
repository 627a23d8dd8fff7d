package io.gobridge.benchmark;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** A target that takes nothing until it may, and then everything at once. */
final class NoTarget implements Sender {

    private final Runnable counter;
    private final CompletableFuture<Void> accepting = new CompletableFuture<>();

    NoTarget(Runnable counter) {
        this.counter = counter;
    }

    void accept() {
        accepting.complete(null);
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        return accepting.thenRun(counter);
    }

    @Override
    public void cancel(OutboundMessage message) {
        // Nothing can be taken back.
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
