package io.gobridge.camel.transport.amqp091;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;

/** Receives what is in the queues of one endpoint. */
final class Amqp091Receiver implements Receiver {

    private final ReceiverSpec spec;
    private final Capabilities capabilities;
    private final Inbox inbox = new Inbox();
    private final List<QueueConsumer> consumers;
    private final OnlyOnce stopped = new OnlyOnce();
    private final OnlyOnce closed = new OnlyOnce();

    Amqp091Receiver(ReceiverSpec spec, Amqp091Options options, Blockages blockages) {
        this.spec = spec;
        this.capabilities = options.capabilities(Map.of());
        this.consumers = options.queues().stream()
                .map(queue -> new QueueConsumer(queue, spec, options, inbox, blockages)).toList();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler handler) {
        inbox.start(handler);
        return all(consumers.stream().map(QueueConsumer::start).toList());
    }

    @Override
    public void request(int deliveries) {
        inbox.request(deliveries);
    }

    /** Ends consuming before it gives back, or the broker would send here again what goes back. */
    @Override
    public CompletionStage<Void> stop() {
        return stopped.run(() -> {
            List<Amqp091Delivery> left = inbox.stop();
            return CompletableFuture.supplyAsync(() -> {
                consumers.forEach(QueueConsumer::cancel);
                return all(left.stream().map(Amqp091Delivery::giveBack).toList());
            }, this::run).thenCompose(givenBack -> givenBack).exceptionally(lost -> null);
        });
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> stop().thenCompose(nothing -> all(consumers.stream().map(QueueConsumer::close).toList()))
                .exceptionally(error -> null));
    }

    @Override
    public TransportHealth health() {
        if (stopped.hasBegun()) {
            return TransportHealth.down("stopped");
        }
        return consumers.stream().map(QueueConsumer::health).filter(health -> !health.isUp()).findFirst()
                .orElse(TransportHealth.UP);
    }

    private void run(Runnable work) {
        try {
            spec.executor().execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
    }

    private static CompletionStage<Void> all(List<? extends CompletionStage<Void>> stages) {
        return CompletableFuture.allOf(
                stages.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
    }
}
