package io.gobridge.camel.delivery;

/**
 * What a message is recognised by.
 *
 * @param scope    who must not see the message twice, for example one subscription; another scope sees it all the same
 * @param identity the message, as its dedup id, idempotency key or id names it
 */
public record DedupeKey(String scope, String identity) {

    /** @throws IllegalArgumentException when a part is null or the identity is empty */
    public DedupeKey {
        if (scope == null || identity == null || identity.isEmpty()) {
            throw new IllegalArgumentException("A dedupe key needs a scope, which may be empty, and an identity");
        }
    }

    /** Names the scope only: the identity is the content of a header. */
    @Override
    public String toString() {
        return "DedupeKey[scope=" + scope + "]";
    }
}
