package io.gobridge.camel.exchange;

import java.time.Instant;

/**
 * How an intake fares at one instant.
 *
 * @param closedBecause  why the source is not read now; empty when it is
 * @param held           deliveries held for their next run
 * @param overrun        deliveries whose run exceeded the process timeout and is still in the route
 * @param maxInFlight    most deliveries at once
 * @param oldestReceipt  when the oldest unsettled delivery was received; {@link Instant#MAX} when there is none
 * @param lastEnding     when a delivery was settled last; {@link Instant#MIN} when none was
 * @param listenerErrors exceptions of listeners that were contained
 * @param trustedHeaders reserved headers of the wire that were kept because the peer is trusted
 */
public record IntakeStatus(String closedBecause, int held, int overrun, int maxInFlight, Instant oldestReceipt,
        Instant lastEnding,
        long listenerErrors, long trustedHeaders) {

    /** Tells whether every permit is taken by a delivery that waits for its next run. */
    public boolean isFullOfHeld() {
        return held >= maxInFlight;
    }
}
