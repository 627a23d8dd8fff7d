package io.gobridge.camel.outbox.store;

import java.time.Duration;

/**
 * How much a partition keeps.
 *
 * @param depth     records, at most as many as were to be counted
 * @param oldestAge how long the first record has been kept, by the store's clock; zero when there is none
 */
public record Backlog(int depth, Duration oldestAge) {

    /** Nothing is kept. */
    public static final Backlog NONE = new Backlog(0, Duration.ZERO);
}
