package io.gobridge.camel.testkit.contract;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.delivery.Scheduler;

/** The system's clock and timers. */
final class RealTime implements Scheduler {

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        var timer = CompletableFuture.runAsync(task,
                CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS));
        return () -> timer.cancel(false);
    }
}
