package io.gobridge.camel.deadletter;

import java.util.concurrent.CompletionStage;

/**
 * Keeps dead letters. The source of a message is acknowledged only after {@link #write} has confirmed it. Thread-safe.
 */
@FunctionalInterface
public interface DeadLetterStore {

    /**
     * Writes an entry. The stage completes when the entry is as durable as the store makes it, and exceptionally when
     * it is not: the message then stays at its source and the write is tried again. The same event may be written more
     * than once, under the same {@link DeadLetter#id()}.
     */
    CompletionStage<Void> write(DeadLetter entry);
}
