package io.gobridge.camel.transport.servicebus;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.gobridge.camel.envelope.Utf8;

/** What Service Bus makes of texts. */
final class ServiceBusText {

    /** Of a message id, session id and partition key. */
    static final int LONGEST_ID = 128;

    private ServiceBusText() {
    }

    /** Tells whether the text can be the id of a message or session, or a partition key. */
    static boolean isId(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_ID && Utf8.isEncodable(text);
    }

    /** Returns the text where it can be an id, else a text that stands for it. */
    static String id(String text) {
        return isId(text) ? text : hash(text);
    }

    /** Cuts the text to so many characters, never through a surrogate pair. */
    static String truncated(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256", e);
        }
    }
}
