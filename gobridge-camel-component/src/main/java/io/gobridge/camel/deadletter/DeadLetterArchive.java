package io.gobridge.camel.deadletter;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A store whose dead letters can be looked at and dealt with. Here {@link #write} merges an entry whose id is known
 * into the one that is there, as {@link DeadLetter#merged} does. Times are kept to the millisecond at least.
 * Thread-safe.
 *
 * <p>
 * Every stage completes exceptionally with a {@link io.gobridge.camel.failure.BridgeException} when the store does not
 * answer.
 */
public interface DeadLetterArchive extends DeadLetterStore {

    /**
     * Lists entries, in the order in which they were written first: what comes or goes meanwhile neither repeats nor
     * hides another.
     *
     * @param  after                    {@link DeadLetterPage#next()} of the page before; empty for the first page
     * @param  size                     most entries of the page, at least 1
     * @throws IllegalArgumentException when {@code after} is none of this store's
     */
    CompletionStage<DeadLetterPage> list(DeadLetterFilter filter, String after, int size);

    /** Returns the entry; empty when there is none. */
    CompletionStage<Optional<DeadLetter>> get(String id);

    /** Adds a line about what was done to the entry; false when there is none. */
    CompletionStage<Boolean> annotate(String id, AuditLine line);

    /** Deletes the entry; false when there was none. */
    CompletionStage<Boolean> delete(String id);

    /**
     * Deletes the entry unless it failed again since it was read: its attempts or its last failure tell. False when it
     * stays, or was gone.
     */
    CompletionStage<Boolean> deleteUnlessFailedAgain(DeadLetter read);
}
