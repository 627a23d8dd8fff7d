package io.gobridge.camel.transport;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.delivery.Scheduler;

/** Timers that have begun when they are cancelled, and then wait for a lock: all of them run. */
public final class LateTimers implements Scheduler {

    private final List<Runnable> begun = new ArrayList<>();

    /** Runs every timer that was ever set and has not run yet. */
    public void run() {
        List<Runnable> due = List.copyOf(begun);
        begun.clear();
        due.forEach(Runnable::run);
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        begun.add(task);
        return () -> {
        };
    }
}
