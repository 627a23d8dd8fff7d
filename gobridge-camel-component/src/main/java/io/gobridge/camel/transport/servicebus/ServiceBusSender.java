package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.BatchResult;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.Batches;
import io.gobridge.camel.transport.Gap;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.TransportHealth;

/** Sends to one queue or topic; what is sent at the same time goes in one transfer. */
final class ServiceBusSender implements BatchSender {

    /** How long a close waits for a transfer under way. */
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

    private final SenderSpec spec;
    private final ServiceBusOptions options;
    private final ServiceBusEnvelopes envelopes;
    private final OnlyOnce closed = new OnlyOnce();
    private volatile Connected connected;
    private volatile TransportHealth health = TransportHealth.UP;

    ServiceBusSender(SenderSpec spec, ServiceBusOptions options) {
        this.spec = spec;
        this.options = options;
        this.envelopes = new ServiceBusEnvelopes(spec.scheduler().clock());
    }

    /** What there is once the first message is sent. */
    private record Connected(ServiceBusSenderAsyncClient client, SendQueue queue) {
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        return submit(message, key -> new Gap());
    }

    @Override
    public CompletionStage<List<BatchResult>> sendBatch(List<OutboundMessage> messages) {
        return Batches.send(messages, this::submit);
    }

    private CompletionStage<Void> submit(OutboundMessage message, Function<String, Gap> gaps) {
        try {
            requireOwnEntity(message.address());
            Envelope envelope = message.envelope();
            return connected().queue().submit(new SendEntry(
                    message, envelopes.toWire(envelope, options.endpointSession()),
                    gaps.apply(envelope.identity().orderingKey())));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(ServiceBusFailures.of(e, "Sending"));
        }
    }

    private void requireOwnEntity(String address) {
        if (!address.isEmpty() && !address.equals(options.entity())) {
            throw BridgeException.of(FailureCode.NOT_SUPPORTED,
                    "The Service Bus target sends to its own '" + options.entity() + "' only, not to '" + address
                                                                + "'; give the binding an endpoint of its own");
        }
    }

    /** Makes the client when it is needed: it cannot be made while the endpoint may still be found wanting. */
    private Connected connected() {
        Connected current = connected;
        return current == null ? connect() : current;
    }

    private synchronized Connected connect() {
        if (connected == null && closed.hasBegun()) {
            throw isClosed();
        }
        if (connected == null) {
            ServiceBusSenderAsyncClient client = options.newSender();
            connected = new Connected(client, new SendQueue(client, "Sending to '" + options.entity() + "'", this::observe));
        }
        return connected;
    }

    private void observe(Optional<BridgeException> failure) {
        if (failure.isEmpty()) {
            health = TransportHealth.UP;
        } else if (failure.get().scope() == FailureScope.TARGET) {
            health = TransportHealth.down(failure.get().getMessage());
        }
    }

    @Override
    public void cancel(OutboundMessage message) {
        Connected current = connected;
        if (current != null) {
            current.queue().cancel(entry -> message.isSame(entry.message()), BridgeException.of(FailureCode.TIMEOUT,
                    "Message " + message.envelope().id() + " waited too long; Service Bus may have taken it"));
        }
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> closeConnected().exceptionally(error -> null));
    }

    private CompletionStage<Void> closeConnected() {
        Connected current = lastConnected();
        if (current == null) {
            return CompletableFuture.completedFuture(null);
        }
        BridgeException reason = isClosed();
        CompletionStage<Void> idle = current.queue().close(reason);
        Scheduler.Task limit = spec.scheduler().schedule(LONGEST_FAREWELL, () -> current.queue().abort(reason));
        return idle.whenComplete((nothing, error) -> limit.cancel())
                .thenRunAsync(current.client()::close, spec.executor());
    }

    /** Waits for one that is being made, since from the close on none is; null when there was none. */
    private synchronized Connected lastConnected() {
        return connected;
    }

    private BridgeException isClosed() {
        return BridgeException.of(FailureCode.CONNECTION_LOST, "The sender to '" + options.entity() + "' is closed");
    }

    @Override
    public TransportHealth health() {
        return health;
    }
}
