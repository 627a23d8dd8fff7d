package io.gobridge.camel.delivery;

/** How a delivery can end; each receipt ends in exactly one way. */
public enum Ending {

    /** The route completed. */
    COMPLETED,
    /** A step filtered the message. */
    FILTERED,
    /** The message expired. */
    EXPIRED,
    /** The dead-letter store, or the source's own dead-lettering, took it. */
    DEAD_LETTERED,
    /** It failed for good and the policy drops such messages. */
    DROPPED,
    /** The source has it again: given back, natively retried, or its lock was lost. */
    RETURNED
}
