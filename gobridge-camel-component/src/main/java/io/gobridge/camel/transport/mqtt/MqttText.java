package io.gobridge.camel.transport.mqtt;

import io.gobridge.camel.envelope.Utf8;

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
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (isRefused(point)) {
                return false;
            }
        }
        return Utf8.length(text) <= LONGEST;
    }

    private static boolean isRefused(int c) {
        boolean isHalfAPair = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        boolean isNoCharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
        return isHalfAPair || isNoCharacter || Character.isISOControl(c);
    }
}
