package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.json.JsonKind;
import io.gobridge.camel.json.JsonTree;
import io.gobridge.camel.json.JsonTreeWriter;

/** What a mapping puts at its target. */
sealed interface Value {

    void write(JsonTreeWriter writer);

    /**
     * Returns what a header of it holds; null for JSON's null.
     *
     * @throws ConversionException when it is a number that no {@link BigDecimal} can hold
     */
    Object asHeader() throws ConversionException;

    /** A place in the payload, taken over as it was written. */
    record Place(JsonTree tree, int node) implements Value {

        JsonKind kind() {
            return tree.kind(node);
        }

        @Override
        public void write(JsonTreeWriter writer) {
            writer.copy(tree, node);
        }

        @Override
        public Object asHeader() throws ConversionException {
            return switch (kind()) {
                case OBJECT -> fields();
                case ARRAY -> elements();
                case TEXT -> tree.text(node);
                case NUMBER -> number(tree.json(node));
                case BOOLEAN -> Boolean.valueOf(tree.json(node));
                case NULL -> null;
            };
        }

        private Map<String, Object> fields() throws ConversionException {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int field = node + 1; field < tree.next(node); field = tree.next(field)) {
                fields.put(tree.name(field), new Place(tree, field).asHeader());
            }
            return Collections.unmodifiableMap(fields);
        }

        private List<Object> elements() throws ConversionException {
            List<Object> elements = new ArrayList<>();
            for (int element = node + 1; element < tree.next(node); element = tree.next(element)) {
                elements.add(new Place(tree, element).asHeader());
            }
            return Collections.unmodifiableList(elements);
        }

        private static Object number(String token) throws ConversionException {
            BigDecimal exact = decimal(token);
            boolean isWhole = token.chars().allMatch(sign -> sign == '-' || (sign >= '0' && sign <= '9'));
            if (!isWhole) {
                return exact;
            }
            BigInteger whole = exact.toBigIntegerExact();
            return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
        }
    }

    /** A text. */
    record Text(String text) implements Value {

        @Override
        public void write(JsonTreeWriter writer) {
            writer.text(text);
        }

        @Override
        public Object asHeader() {
            return text;
        }
    }

    /** A whole number. */
    record Whole(long number) implements Value {

        @Override
        public void write(JsonTreeWriter writer) {
            writer.literal(Long.toString(number));
        }

        @Override
        public Object asHeader() {
            return number;
        }
    }

    /** An exact number by its token. */
    record Exact(String token) implements Value {

        @Override
        public void write(JsonTreeWriter writer) {
            writer.literal(token);
        }

        @Override
        public Object asHeader() throws ConversionException {
            return decimal(token);
        }
    }

    /** True or false. */
    record Flag(boolean isTrue) implements Value {

        @Override
        public void write(JsonTreeWriter writer) {
            writer.literal(String.valueOf(isTrue));
        }

        @Override
        public Object asHeader() {
            return isTrue;
        }
    }

    /** What a path with several results found. */
    record Several(List<Value> values) implements Value {

        @Override
        public void write(JsonTreeWriter writer) {
            writer.startArray();
            values.forEach(value -> value.write(writer));
            writer.endArray();
        }

        @Override
        public Object asHeader() throws ConversionException {
            List<Object> elements = new ArrayList<>();
            for (Value value : values) {
                elements.add(value.asHeader());
            }
            return Collections.unmodifiableList(elements);
        }
    }

    private static BigDecimal decimal(String token) throws ConversionException {
        try {
            return new BigDecimal(token);
        } catch (NumberFormatException e) {
            throw new ConversionException("a number with an exponent beyond 32 bits, which a header cannot hold");
        }
    }
}
