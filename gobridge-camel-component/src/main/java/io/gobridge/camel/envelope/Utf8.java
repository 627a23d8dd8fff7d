package io.gobridge.camel.envelope;

/** Texts as UTF-8, without encoding them. */
public final class Utf8 {

    private Utf8() {
    }

    /** Tells whether the text can be encoded: half of a surrogate pair is all that cannot. */
    public static boolean isEncodable(String text) {
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many bytes a text has that can be encoded. */
    public static int length(String text) {
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
}
