package io.gobridge.camel.envelope;

/**
 * The keys that identify a message beyond its id. An empty text means that the key is not set; null is not allowed.
 *
 * @param idempotencyKey names the effect: two messages with one key have one effect
 * @param dedupId        names the message towards a broker that removes duplicates
 * @param orderingKey    names the sequence that the message belongs to
 */
public record Identity(String idempotencyKey, String dedupId, String orderingKey) {

    /** No key is set. */
    public static final Identity NONE = new Identity("", "", "");

    /** @throws IllegalArgumentException when a key is null */
    public Identity {
        if (idempotencyKey == null || dedupId == null || orderingKey == null) {
            throw new IllegalArgumentException("An identity key is null; an unset key is the empty text");
        }
    }

    /** Returns a copy with this idempotency key. */
    public Identity withIdempotencyKey(String key) {
        return new Identity(key, dedupId, orderingKey);
    }

    /** Returns a copy with this dedup id. */
    public Identity withDedupId(String id) {
        return new Identity(idempotencyKey, id, orderingKey);
    }

    /** Returns a copy with this ordering key. */
    public Identity withOrderingKey(String key) {
        return new Identity(idempotencyKey, dedupId, key);
    }

    /**
     * Returns the key under which failures of the message are counted: dedup id, else idempotency key, else message id.
     */
    public String attemptKey(String messageId) {
        if (!dedupId.isEmpty()) {
            return dedupId;
        }
        return idempotencyKey.isEmpty() ? messageId : idempotencyKey;
    }
}
