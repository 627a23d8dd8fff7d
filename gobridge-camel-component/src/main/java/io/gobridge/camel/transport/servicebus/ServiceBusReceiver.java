package io.gobridge.camel.transport.servicebus;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;

/** Receives from one queue or subscription. One that is missing or closed to us is down, not a reason to give up. */
final class ServiceBusReceiver implements Receiver {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final ReceiverSpec spec;
    private final ServiceBusOptions options;
    private final Reception reception;
    private final OnlyOnce stopped = new OnlyOnce();
    private final OnlyOnce closed = new OnlyOnce();
    private MessageSource source;
    private int wantedEarly;

    ServiceBusReceiver(ReceiverSpec spec, ServiceBusOptions options) {
        this.spec = spec;
        this.options = options;
        this.reception = new Reception(spec, options);
    }

    @Override
    public Capabilities capabilities() {
        return reception.capabilities();
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler handler) {
        reception.handler(handler);
        CompletableFuture<Void> started = new CompletableFuture<>();
        try {
            spec.executor().execute(() -> startHere(started));
        } catch (RuntimeException e) {
            started.completeExceptionally(ServiceBusFailures.of(e, "Starting to receive"));
        }
        return started;
    }

    private void startHere(CompletableFuture<Void> started) {
        try {
            MessageSource made = options.hasSessions() ? new SessionSource(reception) : new QueueSource(reception);
            made.start();
            made.request(open(made));
            started.complete(null);
        } catch (RuntimeException e) {
            started.completeExceptionally(BridgeException.of(FailureCode.INVALID_CONFIG,
                    "No client can be made to receive from '" + options.source() + "': " + e.getClass().getName(), e));
        }
    }

    /** Returns how much was requested before there was a source. */
    private synchronized int open(MessageSource made) {
        source = made;
        return wantedEarly;
    }

    private synchronized Optional<MessageSource> source() {
        return Optional.ofNullable(source);
    }

    @Override
    public void request(int deliveries) {
        MessageSource opened;
        synchronized (this) {
            opened = source;
            wantedEarly += opened == null ? deliveries : 0;
        }
        if (opened != null) {
            opened.request(deliveries);
        }
    }

    @Override
    public CompletionStage<Void> stop() {
        return stopped.run(() -> {
            source().ifPresent(MessageSource::stop);
            return DONE;
        });
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> stop().handle((nothing, error) -> error)
                .thenCompose(error -> source().map(MessageSource::close).orElse(DONE))
                .thenRunAsync(reception.copies()::close, spec.executor()));
    }

    @Override
    public TransportHealth health() {
        return source().map(MessageSource::health).orElse(TransportHealth.UP);
    }
}
