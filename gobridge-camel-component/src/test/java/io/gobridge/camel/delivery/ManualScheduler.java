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

/** Time that a test moves; what is due runs on the test's thread, each task at its own time. */
public final class ManualScheduler extends Clock implements Scheduler {

    private record Timer(Instant due, Runnable task) {
    }

    private final List<Timer> timers = new ArrayList<>();
    private final Instant start = Instant.parse("2026-01-01T00:00:00Z");
    private Instant now = start;

    /** Moves time on and runs what is due on the way. */
    public void advance(Duration step) {
        Instant end = now.plus(step);
        for (Optional<Timer> next = next(end); next.isPresent(); next = next(end)) {
            timers.remove(next.get());
            now = next.get().due();
            next.get().task().run();
        }
        now = end;
    }

    /** Returns how long time has been moved. */
    public Duration elapsed() {
        return Duration.between(start, now);
    }

    /** Returns how many tasks wait. */
    public int pending() {
        return timers.size();
    }

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        Timer timer = new Timer(now.plus(wait), task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public Instant instant() {
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

    private Optional<Timer> next(Instant end) {
        return timers.stream().filter(timer -> !timer.due().isAfter(end)).min(Comparator.comparing(Timer::due));
    }
}
