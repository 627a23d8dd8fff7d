package io.gobridge.camel.transport.sqs;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.gobridge.camel.envelope.Payload;

/**
 * A payload as the text that an SQS body is.
 *
 * @param text   the body
 * @param marker how the payload became the body: {@link #AS_TEXT} when it is the body
 * @param bytes  how long SQS counts the body
 */
record SqsBody(String text, String marker, int bytes) {

    static final String AS_TEXT = "";

    static final String AS_BASE64 = "base64";

    /** Marker and body of a payload of zero length, because SQS refuses an empty body. */
    static final String EMPTY = "empty";

    /** Marker and body of a message without a payload. */
    static final String ABSENT = "absent";

    private static final int REFUSED = -1;

    private static final int ASCII = 0;

    private static final int UTF_8 = 1;

    static SqsBody of(Payload payload) {
        if (payload.isAbsent()) {
            return new SqsBody(ABSENT, ABSENT, ABSENT.length());
        }
        byte[] bytes = payload.shared();
        if (bytes.length == 0) {
            return new SqsBody(EMPTY, EMPTY, EMPTY.length());
        }
        return switch (scan(bytes)) {
            case ASCII -> new SqsBody(new String(bytes, StandardCharsets.ISO_8859_1), AS_TEXT, bytes.length);
            case UTF_8 -> new SqsBody(new String(bytes, StandardCharsets.UTF_8), AS_TEXT, bytes.length);
            default -> base64(bytes);
        };
    }

    /**
     * Returns the payload that the marker says the body is.
     *
     * @throws IllegalArgumentException when the body is nothing of the kind, or the marker is not known
     */
    static Payload payload(String text, String marker) {
        return switch (marker) {
            case AS_TEXT -> Payload.ofText(text);
            case AS_BASE64 -> Payload.ofImmutable(Base64.getDecoder().decode(text));
            case EMPTY, ABSENT -> placeholder(text, marker);
            default -> throw new IllegalArgumentException("the body marker '" + marker + "' is not known");
        };
    }

    private static Payload placeholder(String text, String marker) {
        if (!text.equals(marker)) {
            throw new IllegalArgumentException("the body is marked '" + marker + "' and holds something else");
        }
        return marker.equals(EMPTY) ? Payload.EMPTY : Payload.ABSENT;
    }

    private static SqsBody base64(byte[] bytes) {
        String text = Base64.getEncoder().encodeToString(bytes);
        return new SqsBody(text, AS_BASE64, text.length());
    }

    /** Finds out in one pass whether the bytes are UTF-8 of nothing but characters that SQS takes. */
    private static int scan(byte[] bytes) {
        int found = ASCII;
        int i = 0;
        while (i < bytes.length) {
            int c = bytes[i];
            if (c >= ' ' || SqsText.isAllowedControl(c)) {
                i++;
                continue;
            }
            int length = c >= 0 ? 0 : lengthOfCharacter(bytes, i);
            if (length == 0) {
                return REFUSED;
            }
            found = UTF_8;
            i += length;
        }
        return found;
    }

    /** Returns the length of the character of several bytes that starts here, 0 when none does that SQS takes. */
    private static int lengthOfCharacter(byte[] bytes, int i) {
        int lead = bytes[i] & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return continues(bytes, i, 1) ? 2 : 0;
        }
        if (lead >= 0xE0 && lead <= 0xEF && continues(bytes, i, 2)) {
            int c = (lead & 0x0F) << 12 | low(bytes[i + 1]) << 6 | low(bytes[i + 2]);
            return c >= 0x800 && c <= 0xFFFD && (c < 0xD800 || c > 0xDFFF) ? 3 : 0;
        }
        if (lead >= 0xF0 && lead <= 0xF4 && continues(bytes, i, 3)) {
            int c = (lead & 0x07) << 18 | low(bytes[i + 1]) << 12 | low(bytes[i + 2]) << 6 | low(bytes[i + 3]);
            return c >= 0x10000 && c <= 0x10FFFF ? 4 : 0;
        }
        return 0;
    }

    private static boolean continues(byte[] bytes, int i, int count) {
        if (i + count >= bytes.length) {
            return false;
        }
        for (int k = 1; k <= count; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    }

    private static int low(byte b) {
        return b & 0x3F;
    }
}
