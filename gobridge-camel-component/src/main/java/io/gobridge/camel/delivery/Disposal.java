package io.gobridge.camel.delivery;

/** What a policy does with a message that does not complete. */
public enum Disposal {

    /** The dead-letter store keeps it. */
    DLQ,
    /** It is acknowledged and only counted. */
    DROP,
    /** The source's own dead-lettering gets it. */
    REJECT
}
