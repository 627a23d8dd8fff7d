package io.gobridge.camel.testkit.faults;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/** Passes every message on after a wait, without a thread waiting; a cancel comes too early for it. Thread-safe. */
public final class SlowSender extends SenderDecorator {

    private final Duration wait;
    private final Scheduler scheduler;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();

    /** Waits so long by the scheduler. */
    public SlowSender(Duration wait, Scheduler scheduler, Sender target) {
        super(target);
        this.wait = wait;
        this.scheduler = scheduler;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        int now = underWay.incrementAndGet();
        mostUnderWay.accumulateAndGet(now, Math::max);
        CompletableFuture<Void> waited = new CompletableFuture<>();
        scheduler.schedule(wait, () -> waited.complete(null));
        return waited.thenCompose(unused -> target.send(message)).whenComplete((sent, error) -> underWay.decrementAndGet());
    }

    /** Returns the most sends that were ever under way at once. */
    public int mostUnderWay() {
        return mostUnderWay.get();
    }
}
