package io.gobridge.camel.json;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds where the values of a JSON text are, and checks all of it against RFC 8259 in UTF-8, without making an object
 * of any value: a parser that makes strings and nodes takes three times as long. Not thread-safe: one object for one
 * text.
 */
final class JsonReader {

    private static final byte[] MARK = { (byte) 0xEF, (byte) 0xBB, (byte) 0xBF };
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    /** What is read at the end. It may stand nowhere in a JSON text. */
    private static final byte NOTHING = 0;

    private static final int MAX_NUMBER = 1000;
    private static final int BYTES_PER_NODE = 16;
    private static final int MOST_AT_FIRST = 4096;
    private static final int UNICODE_DIGITS = 4;
    private static final int HEX = 16;

    /** Up to so many fields each pair is compared, which is faster than a set. */
    private static final int FEW = 32;

    private final byte[] bytes;
    private final JsonNodes nodes;
    private final int[] open = new int[JsonTree.MAX_DEPTH];
    private int depth;
    private int at;
    private boolean isJustOpen;

    private JsonReader(byte[] bytes) {
        this.bytes = bytes;
        this.nodes = new JsonNodes(1 + Math.min(MOST_AT_FIRST, bytes.length / BYTES_PER_NODE));
    }

    static JsonTree read(byte[] bytes) throws JsonDefect {
        return new JsonReader(bytes).read();
    }

    private JsonTree read() throws JsonDefect {
        at = startsWithMark() ? MARK.length : 0;
        skipSpace();
        do {
            member();
            skipSpace();
        } while (goesOn());
        if (at < bytes.length) {
            throw JsonDefect.broken("something follows the value at byte " + at);
        }
        return new JsonTree(bytes, nodes);
    }

    /** Ends what ends here, and tells whether another member follows. */
    private boolean goesOn() throws JsonDefect {
        if (isJustOpen && peek() != closing()) {
            return true;
        }
        while (depth > 0) {
            boolean closes = peek() == closing();
            if (!closes && peek() != ',') {
                throw broken();
            }
            at++;
            if (closes) {
                close(open[--depth]);
            }
            skipSpace();
            if (!closes) {
                return true;
            }
        }
        return false;
    }

    private void member() throws JsonDefect {
        int field = at;
        int hash = 0;
        if (depth > 0 && closing() == '}') {
            hash = name();
            skipSpace();
            require(':');
            skipSpace();
        }
        value(nodes.open(field, hash, at));
    }

    private void value(int node) throws JsonDefect {
        isJustOpen = false;
        switch (peek()) {
            case '{', '[' -> {
                begin(node);
                return;
            }
            case '"' -> text();
            case 't' -> literal(TRUE);
            case 'f' -> literal(FALSE);
            case 'n' -> literal(NULL);
            default -> number();
        }
        nodes.close(node, at);
    }

    private void begin(int node) throws JsonDefect {
        if (depth == JsonTree.MAX_DEPTH) {
            throw JsonDefect.refused("it is nested deeper than " + JsonTree.MAX_DEPTH + " levels");
        }
        open[depth++] = node;
        isJustOpen = true;
        at++;
    }

    /** In ASCII a closing bracket or brace comes two behind its opening one. */
    private byte closing() {
        return (byte) (bytes[nodes.start(open[depth - 1])] + 2);
    }

    private void close(int node) throws JsonDefect {
        nodes.close(node, at);
        // Two readers of a name that is there twice may see two values: a filter must not be the one that is fooled.
        if (bytes[nodes.start(node)] == '{' && hasNameTwice(node)) {
            throw JsonDefect.refused("a name is there twice in the object at byte " + nodes.start(node));
        }
    }

    private boolean hasNameTwice(int object) {
        int count = 0;
        for (int field = object + 1; field < nodes.next(object); field = nodes.next(field)) {
            if (count++ == FEW) {
                return hasNameTwiceAmongMany(object);
            }
            for (int before = object + 1; before < field; before = nodes.next(before)) {
                if (nodes.hash(before) == nodes.hash(field) && nameOf(before).equals(nameOf(field))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasNameTwiceAmongMany(int object) {
        Set<String> names = new HashSet<>();
        for (int field = object + 1; field < nodes.next(object); field = nodes.next(field)) {
            if (!names.add(nameOf(field))) {
                return true;
            }
        }
        return false;
    }

    private String nameOf(int field) {
        int start = nodes.field(field);
        return JsonTexts.between(bytes, start + 1, JsonTexts.end(bytes, start) - 1);
    }

    /** Returns the hash of the name. */
    private int name() throws JsonDefect {
        int start = at + 1;
        text();
        int hash = 0;
        for (int i = start; i < at - 1; i++) {
            if (bytes[i] < 0 || bytes[i] == '\\') {
                return JsonTexts.between(bytes, start, at - 1).hashCode();
            }
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    private void text() throws JsonDefect {
        require('"');
        while (peek() != '"') {
            if (peek() == '\\') {
                escape();
            } else if (peek() >= ' ') {
                at++;
            } else {
                sequence();
            }
        }
        at++;
    }

    private void escape() throws JsonDefect {
        at++;
        switch (peek()) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
            case 'u' -> {
                at++;
                for (int i = 0; i < UNICODE_DIGITS; i++) {
                    if (Character.digit(peek() & 0xFF, HEX) < 0) {
                        throw broken();
                    }
                    at++;
                }
            }
            default -> throw broken();
        }
    }

    /**
     * Skips a character of several bytes, each only in the form that Unicode allows: the shortest, and no half pair.
     */
    private void sequence() throws JsonDefect {
        int lead = peek() & 0xFF;
        at++;
        if (lead >= 0xC2 && lead <= 0xDF) {
            continuation(0x80, 0xBF);
        } else if (lead >= 0xE0 && lead <= 0xEF) {
            continuation(lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
            continuation(0x80, 0xBF);
        } else if (lead >= 0xF0 && lead <= 0xF4) {
            continuation(lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
            continuation(0x80, 0xBF);
            continuation(0x80, 0xBF);
        } else {
            at--;
            throw broken();
        }
    }

    private void continuation(int least, int most) throws JsonDefect {
        int next = peek() & 0xFF;
        if (next < least || next > most) {
            throw broken();
        }
        at++;
    }

    private void number() throws JsonDefect {
        int start = at;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        if (skip('.')) {
            digits();
        }
        if (skip('e') || skip('E')) {
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        if (at - start > MAX_NUMBER) {
            throw JsonDefect.refused("the number at byte " + start + " has more than " + MAX_NUMBER + " characters");
        }
    }

    private void digits() throws JsonDefect {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw broken();
        }
    }

    private void literal(byte[] word) throws JsonDefect {
        for (byte sign : word) {
            require((char) sign);
        }
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
            at++;
        }
    }

    private boolean skip(char sign) {
        boolean isThere = peek() == sign;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void require(char sign) throws JsonDefect {
        if (!skip(sign)) {
            throw broken();
        }
    }

    private byte peek() {
        return at < bytes.length ? bytes[at] : NOTHING;
    }

    private JsonDefect broken() {
        return JsonDefect.broken("it cannot be read beyond byte " + at);
    }

    private boolean startsWithMark() {
        return bytes.length >= MARK.length && bytes[0] == MARK[0] && bytes[1] == MARK[1] && bytes[2] == MARK[2];
    }
}
