package io.gobridge.camel.testkit;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.TransportHealth;

/** Hands over what was requested from a {@link FakeBroker}, one after the other. */
final class FakeReceiver implements Receiver {

    private final FakeBroker broker;
    private final AtomicInteger demand = new AtomicInteger();
    private final AtomicInteger pumpsWanted = new AtomicInteger();
    private final Set<FakeDelivery> unsettled = ConcurrentHashMap.newKeySet();
    private volatile DeliveryHandler handler;
    private volatile boolean isStopped;

    FakeReceiver(FakeBroker broker) {
        this.broker = broker;
    }

    @Override
    public Capabilities capabilities() {
        return broker.capabilities();
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler newHandler) {
        handler = newHandler;
        isStopped = false;
        demand.set(0);
        broker.add(this);
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
        broker.remove(this);
        return CompletableFuture.completedFuture(null);
    }

    /** Closing the connection gives back what is unsettled, as a broker does that sees it break. */
    @Override
    public CompletionStage<Void> close() {
        return stop().thenRun(() -> unsettled.forEach(FakeDelivery::abandon));
    }

    @Override
    public TransportHealth health() {
        return isStopped ? TransportHealth.down("stopped") : TransportHealth.UP;
    }

    void settled(FakeDelivery delivery) {
        unsettled.remove(delivery);
    }

    void pump() {
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
            FakeDelivery delivery = broker.take(this);
            if (delivery == null) {
                return;
            }
            demand.decrementAndGet();
            unsettled.add(delivery);
            handler.take(delivery);
        }
    }
}
