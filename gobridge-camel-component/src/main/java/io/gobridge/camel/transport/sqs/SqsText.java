package io.gobridge.camel.transport.sqs;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.gobridge.camel.envelope.Utf8;

/** Knows which texts SQS takes where, and how long it counts them. */
final class SqsText {

    private static final int LONGEST_NAME = 256;

    private static final int LONGEST_ID = 128;

    private SqsText() {
    }

    /**
     * Tells whether a body or an attribute can hold the text: not empty, and each character one of tab, line feed,
     * carriage return, U+0020 to U+D7FF, U+E000 to U+FFFD and U+10000 to U+10FFFF.
     */
    static boolean isAllowed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' ? !isAllowedControl(c) : c > '\uFFFD') {
                return false;
            }
        }
        return !text.isEmpty() && Utf8.isEncodable(text);
    }

    static boolean isAllowedControl(int c) {
        return c == '\t' || c == '\n' || c == '\r';
    }

    /** Tells whether SQS takes the name for an attribute. */
    static boolean isAttributeName(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || startsWithIgnoringCase(name, "aws.")
                || startsWithIgnoringCase(name, "amazon.")) {
            return false;
        }
        // A period at either end is one that follows, or is followed by, another.
        char previous = '.';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' ? previous == '.' : !isWordCharacter(c)) {
                return false;
            }
            previous = c;
        }
        return previous != '.';
    }

    /** Tells whether SQS takes the text as a deduplication or group id. */
    static boolean isNativeId(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ID) {
            return false;
        }
        return text.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    /** Returns the SHA-256 of the text's UTF-8 in lower case hex digits: 64 characters that SQS takes as an id. */
    static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static boolean isWordCharacter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private static boolean startsWithIgnoringCase(String name, String prefix) {
        return name.regionMatches(true, 0, prefix, 0, prefix.length());
    }
}
