package io.gobridge.camel.deadletter;

import java.util.Locale;

/** Says at which point of its way a dead letter's message is, and so where a redrive takes it up again. */
public enum MessageForm {

    /** As its source handed it over: a redrive runs it through its route. */
    RECEIVED,
    /** As it was to be sent: the route is behind it, and a redrive hands it to its binding. */
    OUTGOING,
    /** Bytes that nobody could read: a redrive needs an edited body. */
    UNREADABLE;

    /** Returns the name used in documents: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
