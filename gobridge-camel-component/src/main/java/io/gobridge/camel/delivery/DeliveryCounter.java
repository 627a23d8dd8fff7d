package io.gobridge.camel.delivery;

/** Counts deliveries in and out, so that {@link #counts()} is consistent at any instant. Thread-safe. */
public final class DeliveryCounter {

    private long receipts;
    private long completed;
    private long filtered;
    private long expired;
    private long deadLettered;
    private long dropped;
    private long returned;
    private long inFlight;

    /** Counts a delivery in. */
    public synchronized void received() {
        receipts++;
        inFlight++;
    }

    /** Counts a delivery out. */
    public synchronized void ended(Ending ending) {
        inFlight--;
        switch (ending) {
            case COMPLETED -> completed++;
            case FILTERED -> filtered++;
            case EXPIRED -> expired++;
            case DEAD_LETTERED -> deadLettered++;
            case DROPPED -> dropped++;
            case RETURNED -> returned++;
        }
    }

    /** Returns the counts of this instant. */
    public synchronized DeliveryCounts counts() {
        return new DeliveryCounts(receipts, completed, filtered, expired, deadLettered, dropped, returned, inFlight);
    }
}
