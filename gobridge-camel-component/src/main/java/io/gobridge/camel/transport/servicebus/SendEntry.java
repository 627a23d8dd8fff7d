package io.gobridge.camel.transport.servicebus;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Gap;
import io.gobridge.camel.transport.OutboundMessage;

/** A message on its way to the entity. */
final class SendEntry {

    private final OutboundMessage message;
    private final ServiceBusMessage wire;
    private final Gap gap;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** @param gap shared by the messages of one ordering key that were given in order: the first that is missing */
    SendEntry(OutboundMessage message, ServiceBusMessage wire, Gap gap) {
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
        return gap.heldBack("ordering key");
    }

    void sent() {
        done.complete(null);
    }

    void fail(BridgeException failure) {
        gap.failed(message, failure);
        done.completeExceptionally(failure);
    }
}
