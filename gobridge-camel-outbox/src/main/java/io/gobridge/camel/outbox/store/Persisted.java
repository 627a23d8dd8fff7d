package io.gobridge.camel.outbox.store;

/** What happened to a record that was to be kept. */
public enum Persisted {

    /** It is kept. */
    KEPT,
    /** The same message was kept before: nothing was written. */
    DUPLICATE,
    /** Another message was kept under the same id before: nothing was written. */
    ID_REUSED
}
