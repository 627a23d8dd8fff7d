package io.gobridge.camel.failure;

/** Says who is to blame for a failure. */
public enum FailureScope {

    /** The message: the failure is charged to it. */
    MESSAGE,

    /** The target, not the message: the delivery is held and nothing is charged to it. */
    TARGET
}
