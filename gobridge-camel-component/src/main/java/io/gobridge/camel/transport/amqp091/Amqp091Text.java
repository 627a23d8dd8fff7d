package io.gobridge.camel.transport.amqp091;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Knows which texts AMQP 0-9-1 takes. */
final class Amqp091Text {

    /** The length of a short string has one byte: names, and all properties that are texts. */
    private static final int LONGEST_SHORT = 255;

    /** No character has more bytes. */
    private static final int MOST_BYTES_EACH = 3;

    private Amqp091Text() {
    }

    /** Tells whether the text can be encoded as UTF-8: half of a surrogate pair cannot. */
    static boolean isEncodable(String text) {
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether the text fits a short string, which may not have the character 0. */
    static boolean isShort(String text) {
        if (text.length() > LONGEST_SHORT || text.indexOf('\0') >= 0 || !isEncodable(text)) {
            return false;
        }
        return text.length() * MOST_BYTES_EACH <= LONGEST_SHORT
                || text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_SHORT;
    }

    /** Returns the text that the bytes are in UTF-8; empty when they are anything else. */
    static Optional<String> decode(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
