package io.gobridge.camel.dispatch;

import java.time.Duration;

/**
 * How long sending may take.
 *
 * @param sendTimeout one physical send; zero for no limit
 * @param retryBudget all sends of one run of a message, waits included; zero for one send only
 */
public record SendLimits(Duration sendTimeout, Duration retryBudget) {

    /** How long a sender may take to end a send after it was asked to cancel it. */
    static final Duration CANCEL_GRACE = Duration.ofSeconds(5);

    /** Shortest wait between two sends of one message. */
    static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
}
