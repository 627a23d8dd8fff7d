package io.gobridge.camel.deadletter;

/** Says at which point of its way a dead letter's message is, and so where a redrive takes it up again. */
public enum MessageForm {

    /** As its source handed it over: a redrive runs it through its route. */
    RECEIVED,
    /** As it was to be sent: the route is behind it, and a redrive hands it to its binding. */
    OUTGOING,
    /** Bytes that nobody could read: a redrive needs an edited body. */
    UNREADABLE
}
