package io.gobridge.camel.outbox.drain;

import java.time.Duration;

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

    /** Begins a pause. */
    synchronized void pause(Duration wait, String reason) {
        until = Math.max(until - ticker.nanos(), wait.toNanos()) + ticker.nanos();
        failures++;
        why = reason;
    }

    /** Ends it: something was sent. */
    synchronized void sent() {
        failures = 0;
        why = "";
        until = ticker.nanos();
    }

    /** Returns how many failures came one after the other. */
    synchronized int failures() {
        return failures;
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
