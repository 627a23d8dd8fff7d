package io.gobridge.benchmark;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** A target that accepts so many messages a second and no more. */
final class SlowSender implements Sender {

    private record Sending(OutboundMessage message, CompletableFuture<Void> done) {
    }

    private final Queue<Sending> waiting = new ConcurrentLinkedQueue<>();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final AtomicInteger duplicates = new AtomicInteger();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> ticks;

    SlowSender(int perSecond) {
        long pause = 1_000_000_000L / perSecond;
        ticks = clock.scheduleAtFixedRate(this::acceptOne, pause, pause, TimeUnit.NANOSECONDS);
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        Sending sending = new Sending(message, new CompletableFuture<>());
        waiting.add(sending);
        return sending.done();
    }

    @Override
    public void cancel(OutboundMessage message) {
        waiting.stream().filter(sending -> sending.message().equals(message)).forEach(this::refuse);
    }

    @Override
    public CompletionStage<Void> close() {
        ticks.cancel(false);
        clock.shutdown();
        waiting.forEach(this::refuse);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public TransportHealth health() {
        return TransportHealth.UP;
    }

    int accepted() {
        return accepted.size();
    }

    int duplicates() {
        return duplicates.get();
    }

    boolean hasAccepted(String id) {
        return accepted.contains(id);
    }

    private void acceptOne() {
        Sending next = waiting.poll();
        if (next == null) {
            return;
        }
        if (!accepted.add(next.message().envelope().id())) {
            duplicates.incrementAndGet();
        }
        next.done().complete(null);
    }

    private void refuse(Sending sending) {
        if (waiting.remove(sending)) {
            sending.done()
                    .completeExceptionally(BridgeException.of(FailureCode.UNAVAILABLE, "Given up before it was accepted"));
        }
    }
}
