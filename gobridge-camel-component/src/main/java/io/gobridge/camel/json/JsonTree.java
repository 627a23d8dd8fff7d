package io.gobridge.camel.json;

import java.nio.charset.StandardCharsets;

/**
 * JSON as positions in its bytes. Reading makes no object for a value, and a part is taken over by copying its bytes,
 * so that numbers and text stay as they were written. A value is named by its number, in the order in which values
 * begin; those of an object or array are visited with
 *
 * <pre>
 * for (int child = node + 1; child &lt; tree.next(node); child = tree.next(child))
 * </pre>
 *
 * Immutable and thread-safe while nobody changes the bytes.
 */
public final class JsonTree {

    /** The number of the whole. */
    public static final int ROOT = 0;

    /** Stands for a value that is not there. */
    public static final int MISSING = -1;

    /** Deeper nesting is refused. */
    public static final int MAX_DEPTH = 200;

    private final byte[] bytes;
    private final JsonNodes nodes;

    JsonTree(byte[] bytes, JsonNodes nodes) {
        this.bytes = bytes;
        this.nodes = nodes;
    }

    /**
     * Reads bytes, which nobody may change any more: one JSON value in UTF-8, a byte order mark in front is skipped.
     *
     * @throws JsonDefect when they are something else, or have a name twice in one object, nest deeper than
     *                    {@link #MAX_DEPTH}, or have a number of more than 1000 characters
     */
    public static JsonTree read(byte[] bytes) throws JsonDefect {
        return JsonReader.read(bytes);
    }

    /** Returns the bytes without a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns what the value is. */
    public JsonKind kind(int node) {
        return switch (bytes[nodes.start(node)]) {
            case '{' -> JsonKind.OBJECT;
            case '[' -> JsonKind.ARRAY;
            case '"' -> JsonKind.TEXT;
            case 't', 'f' -> JsonKind.BOOLEAN;
            case 'n' -> JsonKind.NULL;
            default -> JsonKind.NUMBER;
        };
    }

    /** Returns the number of the first value that is behind this one and not in it. */
    public int next(int node) {
        return nodes.next(node);
    }

    /** Returns the name of a field, null for an element and for the root. */
    public String name(int node) {
        int start = nodes.field(node);
        return start == nodes.start(node) ? null : JsonTexts.between(bytes, start + 1, JsonTexts.end(bytes, start) - 1);
    }

    /** Returns the field of that name; {@link #MISSING} when there is none or the value is no object. */
    public int field(int node, String name) {
        if (kind(node) == JsonKind.OBJECT) {
            int hash = name.hashCode();
            for (int field = node + 1; field < nodes.next(node); field = nodes.next(field)) {
                if (nodes.hash(field) == hash && name.equals(name(field))) {
                    return field;
                }
            }
        }
        return MISSING;
    }

    /** Returns the element at that position, from 0; {@link #MISSING} when there is none or the value is no array. */
    public int element(int node, int position) {
        if (kind(node) == JsonKind.ARRAY) {
            int left = position;
            for (int element = node + 1; element < nodes.next(node); element = nodes.next(element)) {
                if (left-- == 0) {
                    return element;
                }
            }
        }
        return MISSING;
    }

    /** Returns the characters of the value as they were written: the token of a number, a text with its quotes. */
    public String json(int node) {
        int start = nodes.start(node);
        return new String(bytes, start, nodes.end(node) - start, StandardCharsets.UTF_8);
    }

    /** Returns what a {@link JsonKind#TEXT} says. */
    public String text(int node) {
        return JsonTexts.between(bytes, nodes.start(node) + 1, nodes.end(node) - 1);
    }

    JsonNodes nodes() {
        return nodes;
    }
}
