package io.gobridge.camel;

/** When a message counts as taken over. */
public enum DeliveryMode {

    /** The target accepted it while the source held it. */
    DIRECT_HOLD,
    /** The shared outbox keeps it. */
    SHARED_OUTBOX
}
