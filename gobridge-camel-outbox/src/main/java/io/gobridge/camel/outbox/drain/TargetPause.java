package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Keeps a binding whose target is down from failing record after record: nothing is sent for a while, then one record
 * finds out. Thread-safe.
 */
final class TargetPause {

    private final Ticker ticker;
    private long until;
    private int failures;
    private String why = "";

    TargetPause(Ticker ticker) {
        this.ticker = ticker;
        this.until = ticker.nanos();
    }

    /**
     * Begins a pause, or joins the one that runs: what was under way when the target went down is one failure.
     *
     * @param  asked   how long the target wants to be left alone
     * @param  backoff gives the pause after so many failures in succession
     * @return         how long nothing is sent
     */
    synchronized Duration pause(Optional<Duration> asked, IntFunction<Duration> backoff, String reason) {
        Duration running = remaining();
        failures += running.isZero() ? 1 : 0;
        Duration wanted = asked.orElseGet(() -> running.isZero() ? backoff.apply(failures) : running);
        Duration wait = wanted.compareTo(running) > 0 ? wanted : running;
        until = ticker.nanos() + wait.toNanos();
        why = reason;
        return wait;
    }

    /** Ends it: something was sent. */
    synchronized void sent() {
        failures = 0;
        why = "";
        until = ticker.nanos();
    }

    /** Returns how long nothing is sent. */
    synchronized Duration remaining() {
        return Duration.ofNanos(Math.max(0, until - ticker.nanos()));
    }

    /** Tells whether one record is to find out whether the target is back. */
    synchronized boolean isProbing() {
        return failures > 0;
    }

    /** Returns what failed last; empty when nothing did. */
    synchronized String why() {
        return why;
    }
}
