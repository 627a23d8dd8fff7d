package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Time that a test moves; what is due runs on the test's thread, each task at its own time. Thread-safe. */
public final class ManualScheduler extends Clock implements Scheduler {

    private record Timer(Instant due, Runnable task) {
    }

    private final List<Timer> timers = new ArrayList<>();
    private final Instant start = Instant.parse("2026-01-01T00:00:00Z");
    private Instant now = start;

    /** Moves time on and runs what is due on the way. */
    public void advance(Duration step) {
        Instant end = instant().plus(step);
        for (Optional<Timer> next = next(end); next.isPresent(); next = next(end)) {
            next.get().task().run();
        }
        set(end);
    }

    /** Returns how long time has been moved. */
    public Duration elapsed() {
        return Duration.between(start, instant());
    }

    /** Returns how many tasks wait. */
    public synchronized int pending() {
        return timers.size();
    }

    /** Returns how long each waiting task still waits, the shortest first. */
    public synchronized List<Duration> waits() {
        return timers.stream().map(timer -> Duration.between(now, timer.due())).sorted().toList();
    }

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public synchronized Task schedule(Duration wait, Runnable task) {
        Timer timer = new Timer(now.plus(wait), task);
        timers.add(timer);
        return () -> cancel(timer);
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    private synchronized void cancel(Timer timer) {
        timers.remove(timer);
    }

    private synchronized void set(Instant instant) {
        now = instant;
    }

    private synchronized Optional<Timer> next(Instant end) {
        Optional<Timer> next = timers.stream().filter(timer -> !timer.due().isAfter(end)).min(Comparator.comparing(Timer::due));
        next.ifPresent(timer -> {
            timers.remove(timer);
            now = timer.due();
        });
        return next;
    }
}
