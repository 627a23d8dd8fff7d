package io.gobridge.camel.testkit.outbox.crash;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/**
 * The target of a node: it notes what it takes, takes some messages at their second send only, and some never. Those
 * become dead letters, which are noted as arrivals too.
 */
final class NodeTarget implements Sender, DeadLetterStore {

    private static final int REFUSED_EVERY = 10;
    private static final int DELAYED_EVERY = 7;

    private final NodeOptions options;
    private final Gate gate;
    private final Set<String> delayed = ConcurrentHashMap.newKeySet();

    NodeTarget(NodeOptions options, Gate gate) {
        this.options = options;
        this.gate = gate;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        String text = message.envelope().payload().toText();
        int number = Integer.parseInt(text.substring(text.indexOf(' ') + 1));
        if (number % REFUSED_EVERY == 0) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.FORBIDDEN, "not this one"));
        }
        if (number % DELAYED_EVERY == 0 && delayed.add(text)) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.UNAVAILABLE, "not yet"));
        }
        gate.at(CrashPoint.BEFORE_SEND);
        arrived(text);
        gate.at(CrashPoint.AFTER_SEND);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> write(DeadLetter entry) {
        gate.at(CrashPoint.DEAD_LETTER_BEFORE_WRITE);
        arrived(entry.envelope().payload().toText());
        gate.at(CrashPoint.DEAD_LETTER_AFTER_WRITE);
        return CompletableFuture.completedFuture(null);
    }

    private void arrived(String text) {
        Notes.append(options.arrivals(), text + " " + options.name() + " " + System.currentTimeMillis());
    }

    @Override
    public void cancel(OutboundMessage message) {
        // Nothing is told to a send that is held up.
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
