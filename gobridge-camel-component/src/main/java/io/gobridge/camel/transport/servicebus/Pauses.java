package io.gobridge.camel.transport.servicebus;

import java.time.Duration;

/** How long to wait before a source that is down is tried again: 1 s, 2 s, up to 30 s. Not thread-safe. */
final class Pauses {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Duration next = FIRST;

    Duration next() {
        Duration pause = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return pause;
    }

    void reset() {
        next = FIRST;
    }
}
