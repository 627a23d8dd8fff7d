package io.gobridge.camel.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

import io.gobridge.camel.delivery.Scheduler;

/**
 * A clock and scheduler that stand still until a test moves them. Bind it to the registry as the {@link Scheduler} of a
 * CamelContext. Thread-safe; tasks run on the thread that moves the clock, in the order of their time.
 */
public final class SettableClock extends Clock implements Scheduler {

    private final Queue<Timer> timers = new PriorityQueue<>();
    private Instant now;
    private long lastNumber;

    /** Starts at the instant. */
    public SettableClock(Instant start) {
        this.now = start;
    }

    /** Starts at noon of the first of January 2026, UTC. */
    public SettableClock() {
        this(Instant.parse("2026-01-01T12:00:00Z"));
    }

    /** Moves the clock and runs what is due on the way, each task at its own time. */
    public void advance(Duration duration) {
        Instant end = instant().plus(duration);
        for (Optional<Timer> next = nextDue(end); next.isPresent(); next = nextDue(end)) {
            next.get().task().run();
        }
        set(end);
    }

    /** Moves the clock and runs nothing, as if the process had slept: what is due by then runs with the next move. */
    public synchronized void sleep(Duration duration) {
        now = now.plus(duration);
    }

    /** Returns how many tasks wait. */
    public synchronized int pendingTasks() {
        return timers.size();
    }

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public synchronized Task schedule(Duration wait, Runnable task) {
        Timer timer = new Timer(now.plus(wait.isNegative() ? Duration.ZERO : wait), ++lastNumber, task);
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
        return Clock.fixed(instant(), zone);
    }

    private synchronized void cancel(Timer timer) {
        timers.remove(timer);
    }

    private synchronized void set(Instant instant) {
        now = instant;
    }

    private synchronized Optional<Timer> nextDue(Instant end) {
        if (timers.isEmpty() || timers.peek().due().isAfter(end)) {
            return Optional.empty();
        }
        Timer next = timers.remove();
        now = next.due().isAfter(now) ? next.due() : now;
        return Optional.of(next);
    }

    /** A task and its time. */
    private record Timer(Instant due, long number, Runnable task) implements Comparable<Timer> {

        @Override
        public int compareTo(Timer other) {
            int byTime = due.compareTo(other.due);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
