package io.gobridge.camel.dispatch;

/** Whose transaction an outbox writes in. */
public enum OutboxTransaction {

    /** One of its own, which several messages may share. */
    OWN,
    /** The caller's when there is one on the calling thread, else one of its own. */
    JOIN,
    /** The caller's; without one nothing is kept. */
    REQUIRED
}
