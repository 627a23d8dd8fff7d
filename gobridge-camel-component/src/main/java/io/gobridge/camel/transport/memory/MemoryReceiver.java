package io.gobridge.camel.transport.memory;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.TransportHealth;

/** Hands over the messages of one queue, one after the other whichever thread asks. */
final class MemoryReceiver implements Receiver {

    private final MemoryQueue queue;
    private final Runnable onMessage = this::pump;
    private final Set<MemoryDelivery> unsettled = ConcurrentHashMap.newKeySet();
    private final AtomicInteger demand = new AtomicInteger();
    private final AtomicInteger pumpsWanted = new AtomicInteger();
    private volatile DeliveryHandler handler;
    private volatile boolean isStopped;

    MemoryReceiver(MemoryQueue queue) {
        this.queue = queue;
    }

    @Override
    public Capabilities capabilities() {
        return MemoryTransport.CAPABILITIES;
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler newHandler) {
        handler = newHandler;
        queue.listen(onMessage);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void request(int deliveries) {
        demand.addAndGet(deliveries);
        pump();
    }

    @Override
    public CompletionStage<Void> stop() {
        isStopped = true;
        queue.forget(onMessage);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> close() {
        return stop().thenRun(() -> unsettled.forEach(MemoryDelivery::abandon));
    }

    @Override
    public TransportHealth health() {
        return isStopped ? TransportHealth.down("stopped") : TransportHealth.UP;
    }

    void settled(MemoryDelivery delivery) {
        unsettled.remove(delivery);
        queue.settle();
    }

    void returned(MemoryDelivery delivery, MemoryMessage message) {
        unsettled.remove(delivery);
        queue.giveBack(message);
    }

    /** Whoever comes first pumps for all that come meanwhile, so that messages keep their order and nobody waits. */
    private void pump() {
        if (pumpsWanted.getAndIncrement() > 0) {
            return;
        }
        int served;
        do {
            served = pumpsWanted.get();
            handOver();
        } while (pumpsWanted.addAndGet(-served) > 0);
    }

    private void handOver() {
        while (!isStopped && demand.get() > 0) {
            Optional<MemoryMessage> message = queue.take();
            if (message.isEmpty()) {
                return;
            }
            demand.decrementAndGet();
            MemoryDelivery delivery = new MemoryDelivery(this, message.get());
            unsettled.add(delivery);
            handler.take(delivery);
        }
    }
}
