package io.gobridge.camel.processors.circuitbreaker;

import java.util.Locale;

/** Where a circuit breaker stands. */
public enum BreakerState {

    /** Everything passes. */
    CLOSED,
    /** Nothing passes until the reset timeout is over. */
    OPEN,
    /** Probes find out whether it can close. */
    HALF_OPEN;

    /** Returns the name used in metrics and messages: lower case, with a hyphen. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
