package io.gobridge.camel.transport.amqp091;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import io.gobridge.camel.envelope.Utf8;

/** Knows which texts AMQP 0-9-1 takes. */
final class Amqp091Text {

    /** The length of a short string has one byte: names, and all properties that are texts. */
    private static final int LONGEST_SHORT = 255;

    private Amqp091Text() {
    }

    /** Tells whether the text fits a short string, which may not have the character 0. */
    static boolean isShort(String text) {
        return text.length() <= LONGEST_SHORT && text.indexOf('\0') < 0 && Utf8.isEncodable(text)
                && Utf8.length(text) <= LONGEST_SHORT;
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
