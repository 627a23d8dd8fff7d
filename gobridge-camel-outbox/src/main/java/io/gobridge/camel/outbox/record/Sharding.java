package io.gobridge.camel.outbox.record;

import io.gobridge.camel.envelope.Envelope;

/**
 * Spreads the messages of a binding over its shards: those with one ordering key stay together, and so does a message
 * with its own duplicates. It must never change, since what is kept already would be looked for elsewhere.
 */
public final class Sharding {

    /** The key of a message that belongs to no sequence. */
    public static final long NO_KEY = 0;

    private Sharding() {
    }

    /** Returns the shard of the message, from 0. */
    public static int shard(Envelope envelope, int shards) {
        String orderingKey = envelope.identity().orderingKey();
        return (int) Long.remainderUnsigned(
                Fingerprint.number(orderingKey.isEmpty() ? envelope.id() : orderingKey), shards);
    }

    /** Returns the key of the message's sequence, {@link #NO_KEY} when it belongs to none. */
    public static long key(Envelope envelope) {
        String orderingKey = envelope.identity().orderingKey();
        return orderingKey.isEmpty() ? NO_KEY : Fingerprint.number(orderingKey);
    }
}
