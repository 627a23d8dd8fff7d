package io.gobridge.camel.transport;

/**
 * Whether a receiver or sender could do its work now.
 *
 * @param isUp   false when something must change first
 * @param detail why it is down; empty when up; never a credential
 */
public record TransportHealth(boolean isUp, String detail) {

    /** Nothing is known to be wrong. */
    public static final TransportHealth UP = new TransportHealth(true, "");

    /** Returns that it is down for this reason. */
    public static TransportHealth down(String reason) {
        return new TransportHealth(false, reason);
    }
}
