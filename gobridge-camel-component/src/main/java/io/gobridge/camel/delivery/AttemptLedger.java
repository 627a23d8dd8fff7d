package io.gobridge.camel.delivery;

import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.FailedRun;

/**
 * Remembers failed runs per message, so that a message is poison after the same number of runs whichever node ran them.
 * The key is the dedup id, else the idempotency key, else the message id, prefixed with the source's name. Thread-safe.
 */
public interface AttemptLedger {

    /** Adds a failed run and returns the history with it. */
    CompletionStage<AttemptHistory> charge(String key, FailedRun run);

    /** Notes that the message went back to its source without being charged. */
    CompletionStage<Void> returned(String key);

    /** Returns what is remembered; {@link AttemptHistory#NONE} when nothing is. */
    CompletionStage<AttemptHistory> find(String key);

    /** Forgets the message, once it is settled for good. */
    CompletionStage<Void> forget(String key);
}
