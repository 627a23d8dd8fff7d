package io.gobridge.camel.transport.mqtt;

/** Knows which texts MQTT takes, and how long it counts them. */
final class MqttText {

    /** The length of a string on the wire has two bytes. */
    static final int LONGEST = 65_535;

    private MqttText() {
    }

    /**
     * Tells whether the wire can hold the text: valid, of at most 65 535 bytes, and without the control and
     * non-characters that MQTT advises against and for which brokers and clients break the connection.
     */
    static boolean isPlain(String text) {
        int bytes = 0;
        int next;
        for (int i = 0; i < text.length(); i = next) {
            int c = text.codePointAt(i);
            next = i + Character.charCount(c);
            if (isRefused(c)) {
                return false;
            }
            bytes += utf8Length(c);
        }
        return bytes <= LONGEST;
    }

    private static boolean isRefused(int c) {
        boolean isHalfAPair = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        boolean isNoCharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
        return isHalfAPair || isNoCharacter || Character.isISOControl(c);
    }

    /** Returns how many bytes the text has on the wire, without the two of its length. */
    static int utf8Length(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // Both halves of a pair together have four.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }

    private static int utf8Length(int c) {
        if (c < 0x80) {
            return 1;
        }
        if (c < 0x800) {
            return 2;
        }
        return c < 0x10000 ? 3 : 4;
    }
}
