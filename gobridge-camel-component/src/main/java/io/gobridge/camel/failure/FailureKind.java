package io.gobridge.camel.failure;

/** Decides how a delivery whose exchange failed is settled. */
public enum FailureKind {

    /**
     * It may work later: the delivery is retried, until the poison gate closes. Any foreign exception is of this kind.
     */
    TRANSIENT,

    /** It will not work again as it is. The {@link FailureScope} says whether the message or the target is to blame. */
    PERMANENT,

    /** The message itself is unacceptable: dead-lettered at once under the category {@code rejected}. */
    REJECTED,

    /** A step chose not to pass the message on: a normal end. */
    FILTERED,

    /** The message outlived its expiry: a normal end. */
    EXPIRED,

    /** This node no longer owns the work: it stops and completes nothing. */
    FENCED
}
