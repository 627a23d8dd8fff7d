package io.gobridge.camel.outbox.drain;

/** What becomes of a record that expired before it was sent. */
public enum ExpiredRecords {

    /** It becomes a dead letter. */
    DEAD_LETTER,
    /** It is forgotten. */
    DROP
}
