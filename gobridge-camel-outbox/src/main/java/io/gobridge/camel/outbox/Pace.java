package io.gobridge.camel.outbox;

/** How often an outbox looks for something to send when there was nothing. */
public enum Pace {

    /** Ten milliseconds after something was sent, then twice as long each time, up to {@code maxPollInterval}. */
    ADAPTIVE_BACKOFF,
    /** Every {@code maxPollInterval}. */
    FIXED_POLL
}
