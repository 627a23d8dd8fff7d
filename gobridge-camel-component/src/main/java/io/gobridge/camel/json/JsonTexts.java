package io.gobridge.camel.json;

import java.nio.charset.StandardCharsets;

/** Reads texts in quotes whose form was checked before. */
final class JsonTexts {

    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;

    private JsonTexts() {
    }

    /** Returns what the text between the quotes says. */
    static String between(byte[] bytes, int start, int end) {
        String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
        return text.indexOf('\\') < 0 ? text : unescaped(text);
    }

    /** Returns where the text that begins with the quote here ends, the closing quote included. */
    static int end(byte[] bytes, int start) {
        int at = start + 1;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static String unescaped(String text) {
        StringBuilder said = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char sign = text.charAt(at++);
            if (sign != '\\') {
                said.append(sign);
            } else if (text.charAt(at) == 'u') {
                said.append((char) Integer.parseInt(text, at + 1, at + 1 + UNICODE_DIGITS, HEX));
                at += 1 + UNICODE_DIGITS;
            } else {
                said.append(unescaped(text.charAt(at++)));
            }
        }
        return said.toString();
    }

    private static char unescaped(char sign) {
        return switch (sign) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> sign;
        };
    }
}
