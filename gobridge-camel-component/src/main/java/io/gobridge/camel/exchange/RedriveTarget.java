package io.gobridge.camel.exchange;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.camel.Exchange;

/**
 * Where a redriven message may go. It goes through the route with the exchange, as a property, and learns whether the
 * message arrived. Thread-safe.
 */
public final class RedriveTarget {

    /** For messages that no redrive sent: they go where their route sends them. */
    public static final RedriveTarget NONE = new RedriveTarget("", "");

    private static final String PROPERTY = "CamelGoBridgeRedrive";

    private final String binding;
    private final String address;
    private final AtomicBoolean isReached = new AtomicBoolean();

    /**
     * Confines a message to one destination.
     *
     * @param binding the binding; empty for all that the route sends to
     * @param address the destination within it; empty for the one that the binding's own address makes
     */
    public RedriveTarget(String binding, String address) {
        this.binding = binding;
        this.address = address;
    }

    /** Returns where the exchange's message may go; {@link #NONE} unless a redrive sent it. */
    public static RedriveTarget of(Exchange exchange) {
        RedriveTarget target = exchange.getProperty(PROPERTY, RedriveTarget.class);
        return target == null ? NONE : target;
    }

    void attachTo(Exchange exchange) {
        if (isRedrive()) {
            exchange.setProperty(PROPERTY, this);
        }
    }

    @SuppressWarnings("ReferenceEquality")
    boolean isRedrive() {
        return this != NONE;
    }

    /** Tells whether the message may go to one binding only. */
    public boolean isConfined() {
        return !binding.isEmpty();
    }

    /** Returns that binding. */
    public String binding() {
        return binding;
    }

    /** Returns the destination within the binding; empty for the one that the binding's own address makes. */
    public String address() {
        return address;
    }

    /** Notes that the binding took the message. */
    public void reached() {
        isReached.set(true);
    }

    /** Tells whether the message went where it was to go; one that may go anywhere did when its route completed. */
    boolean isReached() {
        return !isConfined() || isReached.get();
    }
}
