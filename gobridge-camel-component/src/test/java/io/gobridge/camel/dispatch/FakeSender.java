package io.gobridge.camel.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportHealth;

/** Answers each send as a test scripted it, and notes when it was asked. */
final class FakeSender implements Sender {

    final List<Duration> sendsAt = new CopyOnWriteArrayList<>();
    final List<Duration> cancelsAt = new ArrayList<>();
    final Deque<CompletableFuture<Void>> pending = new ArrayDeque<>();
    Runnable onCancel = () -> {
    };

    private final ManualScheduler scheduler;
    private final Deque<Throwable> failures = new ArrayDeque<>();
    private Throwable always;
    private boolean hangs;

    FakeSender(ManualScheduler scheduler) {
        this.scheduler = scheduler;
    }

    FakeSender failsAlways(Throwable failure) {
        always = failure;
        return this;
    }

    FakeSender failsOnce(Throwable failure) {
        failures.add(failure);
        return this;
    }

    FakeSender hangs() {
        hangs = true;
        return this;
    }

    FakeSender recovers() {
        hangs = false;
        always = null;
        return this;
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        sendsAt.add(scheduler.elapsed());
        if (hangs) {
            CompletableFuture<Void> sending = new CompletableFuture<>();
            pending.add(sending);
            return sending;
        }
        Throwable failure = failures.isEmpty() ? always : failures.remove();
        return failure == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(failure);
    }

    @Override
    public void cancel(OutboundMessage message) {
        cancelsAt.add(scheduler.elapsed());
        onCancel.run();
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public TransportHealth health() {
        return TransportHealth.UP;
    }
}
