package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.Set;

/** Tells how the deliveries of an intake fare. Thread-safe. */
final class IntakeFigures {

    private final Set<InFlight> inFlight;
    private volatile Instant lastEnding = Instant.MIN;

    IntakeFigures(Set<InFlight> inFlight) {
        this.inFlight = inFlight;
    }

    /** Notes that a delivery was settled. */
    void settled(long epochMillis) {
        lastEnding = Instant.ofEpochMilli(epochMillis);
    }

    /** Returns how many deliveries have an exchange in the route or are being settled. */
    int active() {
        return (int) inFlight.stream().filter(delivery -> switch (delivery.state()) {
            case RUNNING, BY_HAND, SETTLING -> true;
            case WAITING, HELD, ENDED -> delivery.exchangeIsActive();
        }).count();
    }

    IntakeStatus status(String closedBecause, int maxInFlight, long listenerErrors, long trustedHeaders) {
        int held = 0;
        int overrun = 0;
        Instant oldest = Instant.MAX;
        for (InFlight delivery : inFlight) {
            held += delivery.state() == InFlight.State.HELD ? 1 : 0;
            overrun += delivery.isOverrun() ? 1 : 0;
            oldest = delivery.receivedAt().isBefore(oldest) ? delivery.receivedAt() : oldest;
        }
        return new IntakeStatus(
                closedBecause, held, overrun, maxInFlight, oldest, lastEnding, listenerErrors, trustedHeaders);
    }
}
