package io.gobridge.camel.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a message. Immutable and shared between envelopes; an absent payload differs from one of zero length.
 */
public final class Payload {

    /** The message had no payload. */
    public static final Payload ABSENT = new Payload(null);

    /** The message had a payload of zero length. */
    public static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Copies the array; null means absent. */
    public static Payload copyOf(byte[] bytes) {
        return bytes == null ? ABSENT : new Payload(bytes.clone());
    }

    /** Adopts an array that nobody changes afterwards, for example one that an SDK made for us; null means absent. */
    public static Payload ofImmutable(byte[] bytes) {
        return bytes == null ? ABSENT : new Payload(bytes);
    }

    /** Encodes the text as UTF-8. */
    public static Payload ofText(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells whether the message had no payload at all. */
    public boolean isAbsent() {
        return bytes == null;
    }

    /** Returns the length in bytes, 0 when absent. */
    public int size() {
        return bytes == null ? 0 : bytes.length;
    }

    /** Returns a copy of the bytes, null when absent. */
    public byte[] toBytes() {
        return bytes == null ? null : bytes.clone();
    }

    /**
     * Returns the shared bytes without a copy, null when absent. For transports that hand them to a client library
     * which only reads them; changing them would change every envelope that shares them.
     */
    public byte[] shared() {
        return bytes;
    }

    /** Returns the bytes decoded as UTF-8, with replacement characters where they are not; empty when absent. */
    public String toText() {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Says how long the payload is, never what is in it. */
    @Override
    public String toString() {
        return isAbsent() ? "absent" : bytes.length + " bytes";
    }
}
