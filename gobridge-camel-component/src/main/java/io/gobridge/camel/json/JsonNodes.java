package io.gobridge.camel.json;

import java.util.Arrays;

/** Where the values of a JSON text are, in the order in which they begin. Not thread-safe while it grows. */
final class JsonNodes {

    private static final int FIELD = 0;
    private static final int HASH = 1;
    private static final int START = 2;
    private static final int END = 3;
    private static final int NEXT = 4;
    private static final int WIDTH = 5;

    private int[] positions;
    private int size;

    JsonNodes(int capacity) {
        this.positions = new int[capacity * WIDTH];
    }

    /** Adds a value that begins here and returns its number; {@link #close} says where it ends. */
    int open(int field, int hash, int start) {
        reserve(1);
        int at = size * WIDTH;
        positions[at + FIELD] = field;
        positions[at + HASH] = hash;
        positions[at + START] = start;
        return size++;
    }

    void close(int node, int end) {
        positions[node * WIDTH + END] = end;
        positions[node * WIDTH + NEXT] = size;
    }

    /** Adds a value of another text with all that is in it. */
    void add(JsonNodes others, int node, int bytesFurther) {
        int count = others.next(node) - node;
        reserve(count);
        System.arraycopy(others.positions, node * WIDTH, positions, size * WIDTH, count * WIDTH);
        int nodesFurther = size - node;
        for (int i = size * WIDTH; i < (size + count) * WIDTH; i += WIDTH) {
            positions[i + FIELD] += bytesFurther;
            positions[i + START] += bytesFurther;
            positions[i + END] += bytesFurther;
            positions[i + NEXT] += nodesFurther;
        }
        size += count;
    }

    void rename(int node, int field, int hash) {
        positions[node * WIDTH + FIELD] = field;
        positions[node * WIDTH + HASH] = hash;
    }

    int size() {
        return size;
    }

    /** Returns where the name of the field begins; for what is no field, the value. */
    int field(int node) {
        return positions[node * WIDTH + FIELD];
    }

    /** Returns what {@link String#hashCode} says of the name; 0 for what is no field. */
    int hash(int node) {
        return positions[node * WIDTH + HASH];
    }

    int start(int node) {
        return positions[node * WIDTH + START];
    }

    int end(int node) {
        return positions[node * WIDTH + END];
    }

    int next(int node) {
        return positions[node * WIDTH + NEXT];
    }

    private void reserve(int count) {
        int needed = (size + count) * WIDTH;
        if (needed > positions.length) {
            positions = Arrays.copyOf(positions, Math.max(needed, positions.length * 2));
        }
    }
}
