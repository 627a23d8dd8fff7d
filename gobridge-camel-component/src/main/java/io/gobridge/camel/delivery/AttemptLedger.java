package io.gobridge.camel.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.FailedRun;

/**
 * Remembers failed runs per message, so that a message is poison after the same number of runs whichever node ran them.
 * The key is the dedup id, else the idempotency key, else the message id, prefixed with the source's name. Thread-safe.
 */
public interface AttemptLedger {

    /**
     * Tells whether the runs of messages that no source counts are announced before they begin, so that one that kills
     * the process leaves a trace. For ledgers that outlive the process; false unless a ledger says otherwise.
     */
    default boolean takesNoteOfRuns() {
        return false;
    }

    /**
     * Announces a run and returns what was remembered before it. Until {@link #charge}, {@link #end} or {@link #forget}
     * is called for it, the history counts it among its unfinished runs. A ledger that dies with the process announces
     * nothing.
     */
    default CompletionStage<AttemptHistory> begin(String key) {
        return find(key);
    }

    /** Notes that a run that was announced has ended, and is charged to nobody. */
    default CompletionStage<Void> end(String key) {
        return CompletableFuture.completedFuture(null);
    }

    /** Adds a failed run, which ends it if it was announced, and returns the history with it. */
    CompletionStage<AttemptHistory> charge(String key, FailedRun run);

    /** Notes that the message went back to its source without being charged. */
    CompletionStage<Void> returned(String key);

    /** Returns what is remembered; {@link AttemptHistory#NONE} when nothing is. */
    CompletionStage<AttemptHistory> find(String key);

    /** Forgets the message, once it is settled for good. */
    CompletionStage<Void> forget(String key);
}
