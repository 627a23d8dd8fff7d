package io.gobridge.camel.delivery;

/**
 * The conservation law of deliveries: receipts = completed + filtered + expired + dead_lettered + dropped + returned +
 * in_flight, true at any instant. Immutable.
 *
 * @param receipts     deliveries taken
 * @param completed    route completed and source acknowledged
 * @param filtered     filtered and acknowledged
 * @param expired      expired and acknowledged
 * @param deadLettered kept by the dead-letter store or rejected to the source's own dead-lettering
 * @param dropped      failed for good and acknowledged
 * @param returned     given back or natively retried
 * @param inFlight     taken and not yet ended
 */
public record DeliveryCounts(long receipts, long completed, long filtered, long expired, long deadLettered, long dropped,
        long returned, long inFlight) {

    /** Tells whether every receipt is accounted for. */
    public boolean isBalanced() {
        return receipts == completed + filtered + expired + deadLettered + dropped + returned + inFlight;
    }

    /** Returns the counts as one line of {@code name=value}, with whether they balance at the end. */
    @Override
    public String toString() {
        return "receipts=" + receipts + " completed=" + completed + " filtered=" + filtered + " expired=" + expired
               + " dead_lettered=" + deadLettered + " dropped=" + dropped + " returned=" + returned + " in_flight=" + inFlight
               + " balanced=" + isBalanced();
    }
}
