package io.gobridge.camel.outbox.record;

import java.util.Arrays;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Payload;

/**
 * The bytes that a database keeps of a message: all but its payload as JSON, a line feed, and the payload as it is. A
 * message without a payload has no line feed.
 */
public final class DurableForm {

    private static final byte LINE_FEED = '\n';

    private DurableForm() {
    }

    /** Returns the bytes of the message. */
    public static byte[] write(Envelope envelope) {
        Payload payload = envelope.payload();
        if (payload.isAbsent()) {
            return EnvelopeJson.write(envelope);
        }
        byte[] head = EnvelopeJson.write(envelope.toBuilder().payload(Payload.ABSENT).build());
        byte[] all = Arrays.copyOf(head, head.length + 1 + payload.size());
        all[head.length] = LINE_FEED;
        System.arraycopy(payload.shared(), 0, all, head.length + 1, payload.size());
        return all;
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException when the bytes are something else
     */
    public static Envelope read(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != LINE_FEED) {
            end++;
        }
        if (end == bytes.length) {
            return EnvelopeJson.read(bytes);
        }
        Envelope head = EnvelopeJson.read(Arrays.copyOf(bytes, end));
        if (!head.payload().isAbsent()) {
            throw new IllegalArgumentException("The bytes have two payloads");
        }
        return head.toBuilder().payload(Payload.ofImmutable(Arrays.copyOfRange(bytes, end + 1, bytes.length))).build();
    }
}
