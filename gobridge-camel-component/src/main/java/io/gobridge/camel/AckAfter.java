package io.gobridge.camel;

/** What the source waits for before it is acknowledged. */
public enum AckAfter {

    /** The target accepted the message. */
    TARGET_ACCEPT,
    /** The outbox committed the message. */
    OUTBOX_PERSIST
}
