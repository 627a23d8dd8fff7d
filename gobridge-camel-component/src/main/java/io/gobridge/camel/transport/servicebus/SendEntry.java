package io.gobridge.camel.transport.servicebus;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;

/** A message on its way to the entity. */
final class SendEntry {

    private final OutboundMessage message;
    private final ServiceBusMessage wire;
    private final AtomicReference<String> gap;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** @param gap shared by the messages of one ordering key that were given in order: the first that is missing */
    SendEntry(OutboundMessage message, ServiceBusMessage wire, AtomicReference<String> gap) {
        this.message = message;
        this.wire = wire;
        this.gap = gap;
    }

    OutboundMessage message() {
        return message;
    }

    ServiceBusMessage wire() {
        return wire;
    }

    CompletableFuture<Void> done() {
        return done;
    }

    /** Returns why the message must not be sent: one before it with its key failed and will be sent again. */
    Optional<BridgeException> heldBack() {
        String missing = gap.get();
        return missing == null
                ? Optional.empty() : Optional.of(BridgeException.of(FailureCode.UNAVAILABLE,
                        "Not sent, so that it does not overtake message " + missing + " of the same ordering key, which failed"));
    }

    void sent() {
        done.complete(null);
    }

    void fail(BridgeException failure) {
        if (failure.kind() == FailureKind.TRANSIENT || failure.scope() == FailureScope.TARGET) {
            gap.compareAndSet(null, message.envelope().id());
        }
        done.completeExceptionally(failure);
    }
}
