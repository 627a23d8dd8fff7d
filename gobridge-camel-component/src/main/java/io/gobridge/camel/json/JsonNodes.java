package io.gobridge.camel.json;

import java.util.Arrays;

/** Where the values of a JSON text are, in the order in which they begin. Not thread-safe while it grows. */
final class JsonNodes {

    private static final int FIELD = 0;
    private static final int START = 1;
    private static final int END = 2;
    private static final int NEXT = 3;
    private static final int WIDTH = 4;

    private int[] positions;
    private String[] names;
    private int size;

    JsonNodes(int capacity) {
        this.positions = new int[capacity * WIDTH];
        this.names = new String[capacity];
    }

    /** Adds a value that begins here and returns its number; {@link #close} says where it ends. */
    int open(String name, int field, int start) {
        reserve(1);
        names[size] = name;
        positions[size * WIDTH + FIELD] = field;
        positions[size * WIDTH + START] = start;
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
        System.arraycopy(others.names, node, names, size, count);
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

    void rename(int node, String name, int field) {
        names[node] = name;
        positions[node * WIDTH + FIELD] = field;
    }

    int size() {
        return size;
    }

    /** Returns null for what is no field. */
    String name(int node) {
        return names[node];
    }

    /** Returns where the name of the field begins; for what is no field, the value. */
    int field(int node) {
        return positions[node * WIDTH + FIELD];
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
        if (size + count > names.length) {
            int capacity = Math.max(size + count, size * 2);
            names = Arrays.copyOf(names, capacity);
            positions = Arrays.copyOf(positions, capacity * WIDTH);
        }
    }
}
