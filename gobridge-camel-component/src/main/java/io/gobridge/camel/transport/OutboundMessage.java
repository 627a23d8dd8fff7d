package io.gobridge.camel.transport;

import java.util.Objects;

import io.gobridge.camel.envelope.Envelope;

/**
 * A message and where it goes. The address is beside the envelope and never in its subject.
 *
 * @param envelope the message
 * @param address  the destination within the target; empty text for the target endpoint's own
 */
public record OutboundMessage(Envelope envelope, String address) {

    /** Requires both. */
    public OutboundMessage {
        Objects.requireNonNull(envelope, "envelope");
        Objects.requireNonNull(address, "address");
    }

    /** Tells whether the other is this very object: an equal message may be on its way for somebody else. */
    @SuppressWarnings("ReferenceEquality")
    public boolean isSame(OutboundMessage other) {
        return this == other;
    }
}
