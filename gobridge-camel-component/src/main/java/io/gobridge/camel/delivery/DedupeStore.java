package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Remembers messages in three states: none, in progress under a lease, and done. Each call is one atomic step; of
 * several callers that claim a message at once, one is granted it. A store that cannot answer fails its stage: the
 * message is then held, never passed on unchecked. Thread-safe.
 */
public interface DedupeStore {

    /**
     * Claims the message for the owner: from none, from a lease that ended, or again from the owner's own lease, which
     * then begins anew.
     *
     * @param owner names the attempt; no two attempts have the same
     * @param lease how long the claim holds if the owner is never heard of again, above zero
     */
    CompletionStage<DedupeClaim> claim(DedupeKey key, String owner, Duration lease);

    /**
     * Makes the owner's message done; the answer is whether it still was the owner's. A message that somebody else has
     * claimed since stays as it is; one whose lease ended without that becomes done.
     *
     * @param retention how long it stays done, above zero
     */
    CompletionStage<Boolean> complete(DedupeKey key, String owner, Duration retention);

    /** Frees the owner's message, so that the next attempt is granted it; does nothing when it is not the owner's. */
    CompletionStage<Void> release(DedupeKey key, String owner);
}
