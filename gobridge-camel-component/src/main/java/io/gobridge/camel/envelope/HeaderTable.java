package io.gobridge.camel.envelope;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Names and values in the order in which they were first set. Two arrays, since most messages have a few headers only
 * and every message is copied several times; beyond {@value #INDEXED_ABOVE} an index keeps look-ups fast. Not
 * thread-safe while it changes.
 */
final class HeaderTable {

    private static final int INDEXED_ABOVE = 32;
    private static final int ROOM = 8;
    private static final int ROOM_FOR_MORE = 4;

    private String[] names;
    private Object[] values;
    private int size;
    private volatile Map<String, Integer> index;

    HeaderTable() {
        this.names = new String[ROOM];
        this.values = new Object[ROOM];
    }

    /** Copies the other table, with room for what a bridge adds. */
    HeaderTable(HeaderTable other) {
        this.names = Arrays.copyOf(other.names, other.size + ROOM_FOR_MORE);
        this.values = Arrays.copyOf(other.values, other.size + ROOM_FOR_MORE);
        this.size = other.size;
    }

    int size() {
        return size;
    }

    String name(int position) {
        return names[position];
    }

    Object value(int position) {
        return values[position];
    }

    /** Returns the position of exactly this name, -1 when it is absent. */
    int find(String name) {
        if (size > INDEXED_ABOVE) {
            return indexed().getOrDefault(name, -1);
        }
        // A text keeps its hash: unequal ones are told apart by it without being read.
        int hash = name.hashCode();
        for (int i = 0; i < size; i++) {
            if (names[i].hashCode() == hash && names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    void put(String name, Object value) {
        int position = find(name);
        if (position >= 0) {
            values[position] = value;
            return;
        }
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size] = value;
        if (index != null) {
            index.put(name, size);
        }
        size++;
    }

    void removeIf(Predicate<String> unwanted) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!unwanted.test(names[i])) {
                names[kept] = names[i];
                values[kept] = values[i];
                kept++;
            }
        }
        if (kept < size) {
            Arrays.fill(names, kept, size, null);
            Arrays.fill(values, kept, size, null);
            size = kept;
            index = null;
        }
    }

    /** Readers of a finished table may race here: each builds the same index. */
    private Map<String, Integer> indexed() {
        Map<String, Integer> known = index;
        if (known == null) {
            known = new HashMap<>(2 * size);
            for (int i = 0; i < size; i++) {
                known.put(names[i], i);
            }
            index = known;
        }
        return known;
    }
}
