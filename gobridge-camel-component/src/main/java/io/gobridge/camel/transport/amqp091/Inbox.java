package io.gobridge.camel.transport.amqp091;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.DeliveryHandler;

/**
 * What one source received and did not hand over yet: no more than the broker sends ahead, for each queue as many as
 * may be in flight. Thread-safe.
 */
final class Inbox {

    private final Deque<Amqp091Delivery> waiting = new ArrayDeque<>();
    private final AtomicInteger pumpsWanted = new AtomicInteger();
    private DeliveryHandler handler;
    private long demand;
    private boolean isStopped;

    synchronized void start(DeliveryHandler newHandler) {
        handler = newHandler;
    }

    void request(int deliveries) {
        synchronized (this) {
            demand += deliveries;
        }
        pump();
    }

    /** Takes a message; one that nobody will take goes back at once. */
    void arrived(Amqp091Delivery delivery) {
        synchronized (this) {
            if (!isStopped) {
                waiting.add(delivery);
            }
        }
        if (isStopped()) {
            delivery.giveBack();
        } else {
            pump();
        }
    }

    /** Drops what waits of a channel that is gone: the broker hands it over again. */
    synchronized void lost(Epoch epoch) {
        waiting.removeIf(delivery -> delivery.epoch().equals(epoch));
    }

    /** Stops handing over and returns what waits. */
    synchronized List<Amqp091Delivery> stop() {
        isStopped = true;
        List<Amqp091Delivery> left = new ArrayList<>(waiting);
        waiting.clear();
        return left;
    }

    private synchronized boolean isStopped() {
        return isStopped;
    }

    /** Whoever comes first pumps for all that come meanwhile, so that messages keep their order and nobody waits. */
    private void pump() {
        if (pumpsWanted.getAndIncrement() > 0) {
            return;
        }
        int served;
        do {
            served = pumpsWanted.get();
            for (Amqp091Delivery next = take(); next != null; next = take()) {
                handler.take(next);
            }
        } while (pumpsWanted.addAndGet(-served) > 0);
    }

    private synchronized Amqp091Delivery take() {
        if (isStopped || handler == null || demand == 0 || waiting.isEmpty()) {
            return null;
        }
        demand--;
        return waiting.poll();
    }
}
