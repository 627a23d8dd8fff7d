package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Schedules on an executor by the system's clock. Thread-safe. */
public final class SystemScheduler implements Scheduler {

    private final ScheduledExecutorService executor;

    /** Uses the executor, which the caller shuts down. */
    public SystemScheduler(ScheduledExecutorService executor) {
        this.executor = executor;
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        try {
            ScheduledFuture<?> future = executor.schedule(task, nanos(wait), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            // The application is shutting down: whoever waits is settled by its own stop.
            return () -> {
            };
        }
    }

    private static long nanos(Duration wait) {
        return wait.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE / 2 : wait.toNanos();
    }
}
