package io.gobridge.camel.outbox;

/** What becomes of a message whose id was used for another payload before. */
public enum IdReuse {

    /** It becomes a dead letter, and its source is acknowledged. */
    DEAD_LETTER,
    /** It is kept like any other message. */
    PERSIST,
    /** It is taken for a duplicate. */
    SUPPRESS
}
