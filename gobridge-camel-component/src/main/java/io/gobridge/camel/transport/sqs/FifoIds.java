package io.gobridge.camel.transport.sqs;

import java.util.function.Function;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * The native ids of a message on a FIFO queue. An identity key that SQS refuses as an id goes as its SHA-256, and the
 * key itself goes beside it.
 *
 * @param groupId the message group
 * @param dedupId the deduplication id
 * @param beside  the keys that went as their SHA-256
 */
record FifoIds(String groupId, String dedupId, Identity beside) {

    private static final FifoIds NONE = new FifoIds("", "", Identity.NONE);

    private static final char SEPARATOR = 0;

    /**
     * Finds the ids of a message. The deduplication id is never made from the content alone: two equal readings are two
     * messages.
     *
     * @param  endpointGroup   gives the group of a message without an ordering key; empty text when there is none
     * @throws BridgeException {@link FailureCode#INVALID_HEADER} when no group is found
     */
    static FifoIds of(Envelope envelope, Function<Envelope, String> endpointGroup) {
        Identity identity = envelope.identity();
        String group = identity.orderingKey().isEmpty() ? endpointGroup.apply(envelope) : identity.orderingKey();
        if (group.isEmpty()) {
            String why = "Message " + envelope.id() + " has no ordering key and the endpoint's messageGroupIdStrategy gives"
                         + " none; a FIFO queue takes no message without a group: set header " + ReservedHeaders.ORDERING_KEY;
            throw BridgeException.of(FailureCode.INVALID_HEADER, why);
        }
        String dedup = identity.dedupId().isEmpty()
                ? SqsText.sha256(envelope.subject() + SEPARATOR + envelope.id()) : identity.dedupId();
        Identity beside = new Identity("", besideNative(dedup), besideNative(group));
        return new FifoIds(toNative(group), toNative(dedup), beside);
    }

    /** Returns the ids of a message on a standard queue, where all keys go beside. */
    static FifoIds none(Identity identity) {
        return identity.dedupId().isEmpty() && identity.orderingKey().isEmpty()
                ? NONE : new FifoIds("", "", identity.withIdempotencyKey(""));
    }

    /** Returns the key that a native id stands for: the one beside it if that belongs to it, else the id. */
    static String fromNative(String id, String beside) {
        return !beside.isEmpty() && SqsText.sha256(beside).equals(id) ? beside : id;
    }

    private static String toNative(String key) {
        return SqsText.isNativeId(key) ? key : SqsText.sha256(key);
    }

    private static String besideNative(String key) {
        return SqsText.isNativeId(key) ? "" : key;
    }
}
