package io.gobridge.camel.envelope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The headers of a message in the order in which they were set. Immutable: values that could change are copied on the
 * way in and on the way out. A value is text, a number, a boolean, an {@link Instant}, a {@link UUID}, bytes, a list or
 * a map of these, or null; null differs from an absent header.
 */
public final class Headers {

    private static final Headers EMPTY = new Headers(Map.of(), false);

    private final Map<String, Object> values;
    private final boolean holdsMutable;

    private Headers(Map<String, Object> values, boolean holdsMutable) {
        this.values = values;
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
        Builder builder = new Builder();
        headers.forEach(builder::put);
        return builder.build();
    }

    /** Starts new headers. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts new headers from these. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.values.putAll(values);
        builder.holdsMutable = holdsMutable;
        return builder;
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
        return values.size();
    }

    /** Tells whether a header with exactly this name is present, be its value null. */
    public boolean contains(String name) {
        return values.containsKey(name);
    }

    /** Returns the value of the header with exactly this name, empty when it is absent or null. */
    public Optional<Object> get(String name) {
        return Optional.ofNullable(copy(values.get(name)));
    }

    /** Returns the value of the header with exactly this name when it is text. */
    public Optional<String> text(String name) {
        return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Calls the action for each header in order, with a copy of a value that could change. */
    public void forEach(BiConsumer<String, Object> action) {
        if (holdsMutable) {
            values.forEach((name, value) -> action.accept(name, copy(value)));
        } else {
            values.forEach(action);
        }
    }

    /** Returns the headers as a new map that the caller may change. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>(values);
        if (holdsMutable) {
            map.replaceAll((name, value) -> copy(value));
        }
        return map;
    }

    /** Returns these headers without those whose name the predicate accepts; the same instance when there are none. */
    public Headers without(Predicate<String> unwanted) {
        if (values.keySet().stream().noneMatch(unwanted)) {
            return this;
        }
        Map<String, Object> kept = new LinkedHashMap<>(values);
        kept.keySet().removeIf(unwanted);
        return kept.isEmpty() ? EMPTY : new Headers(kept, holdsMutable);
    }

    /**
     * Adds the other headers to these. A reserved header that is already here, compared ignoring case, is protected: it
     * keeps its value.
     */
    public Headers mergeProtected(Headers overlay) {
        Builder merged = toBuilder();
        overlay.values.forEach((name, value) -> {
            boolean isProtected = ReservedHeaders.isReserved(name) && values.keySet().stream().anyMatch(name::equalsIgnoreCase);
            if (!isProtected) {
                merged.put(name, value);
            }
        });
        return merged.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers that && DeepEquality.equal(values, that.values);
    }

    @Override
    public int hashCode() {
        return values.keySet().hashCode();
    }

    /** Names the headers without their values, so that logging headers gives nothing away. */
    @Override
    public String toString() {
        return values.keySet().toString();
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

        private final Map<String, Object> values = new LinkedHashMap<>();
        private boolean holdsMutable;

        private Builder() {
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
                values.put(name, value);
                return this;
            }
            if (!isSupported(value)) {
                throw new IllegalArgumentException(
                        "Header '" + name + "' is a " + value.getClass().getName()
                                                   + "; allowed are text, numbers, booleans, Instant, UUID, byte[], lists and maps of these");
            }
            values.put(name, copy(value));
            holdsMutable = true;
            return this;
        }

        /** Removes a header; nothing happens when it is absent. */
        public Builder remove(String name) {
            values.remove(name);
            return this;
        }

        /** Removes the headers whose name the predicate accepts; it is asked once for each. */
        public Builder removeIf(Predicate<String> unwanted) {
            values.keySet().removeIf(unwanted);
            return this;
        }

        /** Returns the headers collected so far. */
        public Headers build() {
            return values.isEmpty() ? EMPTY : new Headers(values, holdsMutable);
        }
    }
}
