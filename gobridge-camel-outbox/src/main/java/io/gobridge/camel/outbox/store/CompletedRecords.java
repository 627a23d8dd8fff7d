package io.gobridge.camel.outbox.store;

/** What becomes of a record that need not be sent any more. */
public enum CompletedRecords {

    /** It is deleted. */
    DELETED,
    /** It goes to where completed records are kept, until they are purged. */
    KEPT
}
