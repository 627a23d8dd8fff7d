package io.gobridge.camel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** Refuses the first message and accepts all others. */
final class FailingOnce implements Sender {

    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final List<String> accepted = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (hasFailed.compareAndSet(false, true)) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.UNAVAILABLE, "not yet"));
        }
        accepted.add(message.envelope().id());
        return CompletableFuture.completedFuture(null);
    }

    List<String> accepted() {
        return accepted;
    }

    @Override
    public void cancel(OutboundMessage message) {
        throw new AssertionError("Nothing takes long");
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
