package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Lets something happen each time when somebody asks for the time. */
public final class InterruptedScheduler implements Scheduler {

    private final ManualScheduler time = new ManualScheduler();
    private Runnable event = () -> {
    };

    /** Says what happens from now on. */
    public void meanwhile(Runnable newEvent) {
        event = newEvent;
    }

    @Override
    public Clock clock() {
        return new Clock() {

            @Override
            public Instant instant() {
                event.run();
                return time.instant();
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    @Override
    public Task schedule(Duration wait, Runnable task) {
        return time.schedule(wait, task);
    }
}
