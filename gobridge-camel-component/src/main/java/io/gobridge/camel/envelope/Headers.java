package io.gobridge.camel.envelope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The headers of a message in the order in which they were set. Immutable: values that could change are copied on the
 * way in and on the way out. A value is text, a number, a boolean, an {@link Instant}, a {@link UUID}, bytes, a list or
 * a map of these, or null; null differs from an absent header.
 */
public final class Headers {

    private static final Headers EMPTY = new Headers(new HeaderTable(), false);

    private final HeaderTable table;
    private final boolean holdsMutable;

    private Headers(HeaderTable table, boolean holdsMutable) {
        this.table = table;
        this.holdsMutable = holdsMutable;
    }

    /** Returns headers without any entry. */
    public static Headers empty() {
        return EMPTY;
    }

    /**
     * Copies the map; null counts as empty.
     *
     * @throws IllegalArgumentException when a name is null or empty or a value is of a type that headers cannot hold,
     *                                  naming the header
     */
    public static Headers of(Map<String, ?> headers) {
        if (headers == null || headers.isEmpty()) {
            return EMPTY;
        }
        Builder builder = builder();
        headers.forEach(builder::put);
        return builder.build();
    }

    /** Starts new headers. */
    public static Builder builder() {
        return new Builder(new HeaderTable(), false);
    }

    /** Starts new headers from these. */
    public Builder toBuilder() {
        return new Builder(new HeaderTable(table), holdsMutable);
    }

    /** Tells whether a value can be a header. */
    public static boolean isSupported(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().allMatch(Headers::isSupported);
        }
        if (value instanceof Map<?, ?> map) {
            return map.keySet().stream().allMatch(String.class::isInstance)
                    && map.values().stream().allMatch(Headers::isSupported);
        }
        return isImmutable(value) || value instanceof byte[];
    }

    /** Returns the number of headers. */
    public int size() {
        return table.size();
    }

    /** Tells whether a header with exactly this name is present, be its value null. */
    public boolean contains(String name) {
        return table.find(name) >= 0;
    }

    /** Returns the value of the header with exactly this name, empty when it is absent or null. */
    public Optional<Object> get(String name) {
        return Optional.ofNullable(copy(value(name)));
    }

    /** Returns the value of the header with exactly this name when it is text. */
    public Optional<String> text(String name) {
        return value(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Calls the action for each header in order, with a copy of a value that could change. */
    public void forEach(BiConsumer<String, Object> action) {
        for (int i = 0; i < table.size(); i++) {
            action.accept(table.name(i), holdsMutable ? copy(table.value(i)) : table.value(i));
        }
    }

    /** Returns the headers as a new map that the caller may change. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        forEach(map::put);
        return map;
    }

    /** Returns these headers without those whose name the predicate accepts; the same instance when there are none. */
    public Headers without(Predicate<String> unwanted) {
        for (int i = 0; i < table.size(); i++) {
            if (unwanted.test(table.name(i))) {
                return toBuilder().removeIf(unwanted).build();
            }
        }
        return this;
    }

    /**
     * Adds the other headers to these. A reserved header that is already here, compared ignoring case, is protected: it
     * keeps its value.
     */
    public Headers mergeProtected(Headers overlay) {
        Builder merged = toBuilder();
        overlay.forEach((name, value) -> {
            if (!ReservedHeaders.isReserved(name) || !containsIgnoringCase(name)) {
                merged.put(name, value);
            }
        });
        return merged.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers that && DeepEquality.equal(toMap(), that.toMap());
    }

    @Override
    public int hashCode() {
        return names().hashCode();
    }

    /** Names the headers without their values, so that logging headers gives nothing away. */
    @Override
    public String toString() {
        return names().toString();
    }

    private Object value(String name) {
        int position = table.find(name);
        return position < 0 ? null : table.value(position);
    }

    private boolean containsIgnoringCase(String name) {
        return names().stream().anyMatch(name::equalsIgnoreCase);
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < table.size(); i++) {
            names.add(table.name(i));
        }
        return names;
    }

    private static boolean isImmutable(Object value) {
        return value == null || value instanceof String || value instanceof Boolean || value instanceof Instant
                || value instanceof UUID || isNumber(value);
    }

    private static boolean isNumber(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Double || value instanceof Float
                || value instanceof Short || value instanceof Byte || value instanceof BigDecimal
                || value instanceof BigInteger;
    }

    private static Object copy(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof List<?> list) {
            List<Object> copies = new ArrayList<>(list.size());
            list.forEach(element -> copies.add(copy(element)));
            return Collections.unmodifiableList(copies);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copies = new LinkedHashMap<>();
            map.forEach((key, element) -> copies.put((String) key, copy(element)));
            return Collections.unmodifiableMap(copies);
        }
        return value;
    }

    /** Collects headers. Not thread-safe; use it for one {@link #build()}. */
    public static final class Builder {

        private final HeaderTable table;
        private boolean holdsMutable;

        private Builder(HeaderTable table, boolean holdsMutable) {
            this.table = table;
            this.holdsMutable = holdsMutable;
        }

        /**
         * Sets a header; a later call with the same name wins.
         *
         * @throws IllegalArgumentException when the name is null or empty or the value's type is not supported
         */
        public Builder put(String name, Object value) {
            if (name == null || name.isEmpty()) {
                throw new IllegalArgumentException("A header has no name");
            }
            if (isImmutable(value)) {
                table.put(name, value);
                return this;
            }
            if (!isSupported(value)) {
                throw new IllegalArgumentException(
                        "Header '" + name + "' is a " + value.getClass().getName()
                                                   + "; allowed are text, numbers, booleans, Instant, UUID, byte[], lists and maps of these");
            }
            table.put(name, copy(value));
            holdsMutable = true;
            return this;
        }

        /** Tells whether a header with exactly this name is set. */
        public boolean contains(String name) {
            return table.find(name) >= 0;
        }

        /** Removes a header; nothing happens when it is absent. */
        public Builder remove(String name) {
            if (table.find(name) >= 0) {
                table.removeIf(name::equals);
            }
            return this;
        }

        /** Removes the headers whose name the predicate accepts; it is asked once for each. */
        public Builder removeIf(Predicate<String> unwanted) {
            table.removeIf(unwanted);
            return this;
        }

        /** Returns the headers collected so far. */
        public Headers build() {
            return table.size() == 0 ? EMPTY : new Headers(table, holdsMutable);
        }
    }
}
