package io.gobridge.camel.transport.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** A message taken from a queue. */
final class MemoryDelivery implements Delivery {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final MemoryReceiver receiver;
    private final MemoryMessage message;
    private boolean isSettled;

    MemoryDelivery(MemoryReceiver receiver, MemoryMessage message) {
        this.receiver = receiver;
        this.message = message;
    }

    @Override
    public Envelope envelope() {
        return message.envelope();
    }

    @Override
    public Optional<BridgeException> defect() {
        return Optional.empty();
    }

    @Override
    public int attempt() {
        return message.attempts();
    }

    @Override
    public IdentityKind identity() {
        return IdentityKind.STABLE;
    }

    @Override
    public String group() {
        return message.envelope().identity().orderingKey();
    }

    @Override
    public Capabilities capabilities() {
        return MemoryTransport.CAPABILITIES;
    }

    @Override
    public CompletionStage<Void> ack() {
        return settle(() -> receiver.settled(this));
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        return settle(() -> receiver.returned(this, message));
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return DONE;
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED,
                "A memory queue has no dead-lettering of its own; message " + message.envelope().id() + " stays unsettled"));
    }

    /** Gives the message back because its receiver is closed. */
    void abandon() {
        if (takeSettlement()) {
            receiver.returned(this, message);
        }
    }

    private synchronized boolean takeSettlement() {
        boolean isFirst = !isSettled;
        isSettled = true;
        return isFirst;
    }

    private CompletionStage<Void> settle(Runnable settlement) {
        if (!takeSettlement()) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.LOCK_LOST, "Message "
                                                                                            + message.envelope().id()
                                                                                            + " is settled already or its receiver is closed"));
        }
        settlement.run();
        return DONE;
    }
}
