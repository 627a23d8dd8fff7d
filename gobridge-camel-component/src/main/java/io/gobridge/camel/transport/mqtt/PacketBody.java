package io.gobridge.camel.transport.mqtt;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the body of one packet, in order. The bytes are the reader's and change when the next packet is read. */
final class PacketBody {

    private final byte[] bytes;
    private final int end;
    private int position;

    PacketBody(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    boolean hasMore() {
        return position < end;
    }

    int one() throws PacketException {
        need(1);
        return bytes[position++] & 0xFF;
    }

    int two() throws PacketException {
        need(2);
        return (one() << 8) | one();
    }

    long four() throws PacketException {
        need(4);
        return ((long) two() << 16) | two();
    }

    /** Returns a number of seven bits per byte, at most four bytes. */
    int number() throws PacketException {
        int value = 0;
        for (int shift = 0; shift <= 21; shift += 7) {
            int digit = one();
            value |= (digit & 0x7F) << shift;
            if (digit < 0x80) {
                return value;
            }
        }
        throw PacketException.malformed("a number has more than four bytes");
    }

    /** Returns a part of this body, which is then read. */
    PacketBody part(int length) throws PacketException {
        need(length);
        position += length;
        return new PacketBody(bytes, position - length, position);
    }

    byte[] binary() throws PacketException {
        int length = two();
        need(length);
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, position, end);
        position = end;
        return rest;
    }

    /** Returns a text: valid UTF-8 without a null character, which MQTT forbids; it only advises against others. */
    String text() throws PacketException {
        int length = two();
        need(length);
        int start = position;
        position += length;
        if (isAscii(start, position)) {
            return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length)).toString();
            if (text.indexOf('\0') < 0) {
                return text;
            }
        } catch (CharacterCodingException e) {
            // Says no more than what follows.
        }
        throw PacketException.malformed("a text is no UTF-8 or has a null character");
    }

    /** @throws PacketException when there is anything left */
    void end() throws PacketException {
        if (hasMore()) {
            throw PacketException.malformed("a packet is longer than what it holds");
        }
    }

    private boolean isAscii(int start, int limit) {
        for (int i = start; i < limit; i++) {
            if (bytes[i] <= 0) {
                return false;
            }
        }
        return true;
    }

    private void need(int length) throws PacketException {
        if (length > end - position) {
            throw PacketException.malformed("a packet ends too early");
        }
    }
}
