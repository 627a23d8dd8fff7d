package io.gobridge.camel.testkit.outbox.crash;

import java.time.Clock;
import java.time.Duration;

import io.gobridge.camel.delivery.Scheduler;

/** Lets the house be kept several times a second: what waits as long as that waits a moment only. Thread-safe. */
final class HastyScheduler implements Scheduler {

    private static final Duration LONG = Duration.ofSeconds(5);
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final Scheduler scheduler;

    HastyScheduler(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public Clock clock() {
        return scheduler.clock();
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        return scheduler.schedule(wait.compareTo(LONG) < 0 ? wait : MOMENT, task);
    }
}
