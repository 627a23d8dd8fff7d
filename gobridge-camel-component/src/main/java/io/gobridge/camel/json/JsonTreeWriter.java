package io.gobridge.camel.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * Writes JSON and notes where its values are, so that nobody has to read it again. What comes from another tree is
 * copied byte by byte. Not thread-safe; use it for one {@link #finish()}.
 */
public final class JsonTreeWriter {

    private static final int LEAST = 64;
    private static final int BYTES_PER_NODE = 32;

    private final JsonNodes nodes;
    private byte[] bytes;
    private int length;
    private int[] open = new int[8];
    private int depth;
    private boolean isNamed;
    private int field;
    private int hash;
    private boolean isFirst = true;

    /** Starts a text that has about so many bytes. */
    public JsonTreeWriter(int expectedBytes) {
        this.bytes = new byte[Math.max(LEAST, expectedBytes)];
        this.nodes = new JsonNodes(bytes.length / BYTES_PER_NODE);
    }

    /** Begins an object. */
    public void startObject() {
        start('{');
    }

    /** Ends the object. */
    public void endObject() {
        end('}');
    }

    /** Begins an array. */
    public void startArray() {
        start('[');
    }

    /** Ends the array. */
    public void endArray() {
        end(']');
    }

    /**
     * Names the field whose value comes next.
     *
     * @throws IllegalArgumentException when the name holds half a surrogate pair
     */
    public void name(String fieldName) {
        separate();
        field = length;
        hash = fieldName.hashCode();
        isNamed = true;
        quoted(fieldName);
        append(':');
    }

    /**
     * Writes a text.
     *
     * @throws IllegalArgumentException when it holds half a surrogate pair
     */
    public void text(String value) {
        int node = begin();
        quoted(value);
        nodes.close(node, length);
    }

    /** Writes the token of a number, or {@code true}, {@code false} or {@code null}. */
    public void literal(String token) {
        int node = begin();
        append(token.getBytes(StandardCharsets.US_ASCII));
        nodes.close(node, length);
    }

    /** Copies a value. */
    public void copy(JsonTree from, int node) {
        beginValue();
        int copied = nodes.size();
        append(from, node, from.nodes().start(node));
        nodes.rename(copied, field, hash);
    }

    /** Copies a field with its name. */
    public void copyField(JsonTree from, int node) {
        separate();
        append(from, node, from.nodes().field(node));
    }

    /** Returns what was written: exactly one value. */
    public JsonTree finish() {
        return new JsonTree(length == bytes.length ? bytes : Arrays.copyOf(bytes, length), nodes);
    }

    private void start(char bracket) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = begin();
        append(bracket);
        isFirst = true;
    }

    private void end(char bracket) {
        append(bracket);
        nodes.close(open[--depth], length);
        isFirst = false;
    }

    private int begin() {
        beginValue();
        return nodes.open(field, hash, length);
    }

    private void beginValue() {
        if (!isNamed) {
            separate();
            field = length;
            hash = 0;
        }
        isNamed = false;
    }

    private void separate() {
        if (!isFirst) {
            append(',');
        }
        isFirst = false;
    }

    private void append(JsonTree from, int node, int start) {
        int count = from.nodes().end(node) - start;
        nodes.add(from.nodes(), node, length - start);
        reserve(count);
        System.arraycopy(from.bytes(), start, bytes, length, count);
        length += count;
    }

    private void quoted(String text) {
        append('"');
        append(JsonStringEncoder.getInstance().quoteAsUTF8(text));
        append('"');
    }

    private void append(byte[] added) {
        reserve(added.length);
        System.arraycopy(added, 0, bytes, length, added.length);
        length += added.length;
    }

    private void append(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, length * 2));
        }
    }
}
