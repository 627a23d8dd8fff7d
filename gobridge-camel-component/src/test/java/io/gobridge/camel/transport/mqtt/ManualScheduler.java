package io.gobridge.camel.transport.mqtt;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.gobridge.camel.delivery.Scheduler;

/** Time that a test moves. */
final class ManualScheduler implements Scheduler {

    private record Timer(Instant at, Runnable task) {
    }

    private final List<Timer> timers = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        Timer timer = new Timer(now.plus(wait), task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Moves time and runs what is due by then. */
    void advance(Duration step) {
        now = now.plus(step);
        List<Timer> due = timers.stream().filter(timer -> !timer.at().isAfter(now))
                .sorted(Comparator.comparing(Timer::at)).toList();
        timers.removeAll(due);
        due.forEach(timer -> timer.task().run());
    }

    List<Duration> waits() {
        return timers.stream().map(timer -> Duration.between(now, timer.at())).sorted().toList();
    }
}
