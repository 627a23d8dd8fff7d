package io.gobridge.camel.delivery;

import java.time.Instant;

/** What a store answers to an attempt on a message. */
public sealed interface DedupeClaim {

    /** The caller has the message now, until its lease ends. */
    record Granted() implements DedupeClaim {
    }

    /**
     * Somebody else works on the message.
     *
     * @param until when that one's lease ends at the latest
     */
    record InProgress(Instant until) implements DedupeClaim {
    }

    /** The message was taken care of. */
    record Done() implements DedupeClaim {
    }
}
