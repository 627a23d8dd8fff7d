package io.gobridge.camel.outbox.drain;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Bounds the sends of one binding. Sends begin in the order in which they came. Thread-safe. */
final class SendLanes {

    private final AtomicInteger free;
    private final AtomicInteger changes = new AtomicInteger();
    private final Queue<Supplier<CompletionStage<?>>> waiting = new ConcurrentLinkedQueue<>();

    SendLanes(int lanes) {
        this.free = new AtomicInteger(lanes);
    }

    /** Begins the send as soon as a lane is free. The send must not block; one that throws is over. */
    void send(Supplier<CompletionStage<?>> send) {
        waiting.add(send);
        begin();
    }

    private static CompletionStage<?> call(Supplier<CompletionStage<?>> send) {
        try {
            return send.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Many sends end on the thread that begins them: a loop, since a recursion would not end. */
    private void begin() {
        if (changes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            while (free.get() > 0 && !waiting.isEmpty()) {
                free.decrementAndGet();
                call(waiting.remove()).whenComplete((nothing, error) -> {
                    free.incrementAndGet();
                    begin();
                });
            }
            seen = changes.addAndGet(-seen);
        } while (seen != 0);
    }
}
