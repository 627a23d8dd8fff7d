package io.gobridge.camel.transport.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BatchResult;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.TransportHealth;

/** Puts messages into one queue. */
final class MemorySender implements BatchSender {

    private static final CompletionStage<Void> ACCEPTED = CompletableFuture.completedFuture(null);

    private final MemoryQueue queue;

    MemorySender(MemoryQueue queue) {
        this.queue = queue;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        Optional<BridgeException> refusal = put(message);
        return refusal.isEmpty() ? ACCEPTED : CompletableFuture.failedFuture(refusal.get());
    }

    @Override
    public CompletionStage<List<BatchResult>> sendBatch(List<OutboundMessage> messages) {
        List<BatchResult> results = new ArrayList<>(messages.size());
        for (OutboundMessage message : messages) {
            results.add(new BatchResult(results.size(), put(message)));
        }
        return CompletableFuture.completedFuture(results);
    }

    @Override
    public void cancel(OutboundMessage message) {
        // A send is over before anybody could cancel it.
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public TransportHealth health() {
        return TransportHealth.UP;
    }

    private Optional<BridgeException> put(OutboundMessage message) {
        if (!message.address().isEmpty()) {
            return Optional.of(BridgeException.of(FailureCode.NOT_SUPPORTED, "A memory queue has no addresses; message "
                                                                             + message.envelope().id() + " to '"
                                                                             + message.address() + "' was not sent"));
        }
        if (queue.put(message.envelope())) {
            return Optional.empty();
        }
        return Optional.of(BridgeException.of(FailureCode.BROKER_BUSY, "Memory queue '" + queue.name() + "' is full with "
                                                                       + queue.capacity() + " messages; message "
                                                                       + message.envelope().id() + " was not sent"));
    }
}
