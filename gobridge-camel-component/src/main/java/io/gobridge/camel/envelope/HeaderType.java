package io.gobridge.camel.envelope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The types that a header value can have, each with a label and a text form from which exactly the same value comes
 * back. Transports whose wire lacks a type carry the text form beside the label.
 */
public enum HeaderType {

    /** {@link String}. */
    TEXT("text", String.class),
    /** {@link Boolean}. */
    BOOLEAN("boolean", Boolean.class),
    /** {@link Byte}. */
    BYTE("byte", Byte.class),
    /** {@link Short}. */
    SHORT("short", Short.class),
    /** {@link Integer}. */
    INT("int", Integer.class),
    /** {@link Long}. */
    LONG("long", Long.class),
    /** {@link BigInteger}. */
    BIG_INTEGER("biginteger", BigInteger.class),
    /** {@link Float}, NaN and the infinities included. */
    FLOAT("float", Float.class),
    /** {@link Double}, NaN and the infinities included. */
    DOUBLE("double", Double.class),
    /** {@link BigDecimal}, its scale included. */
    DECIMAL("decimal", BigDecimal.class),
    /** {@link Instant}, as ISO-8601 in UTC. */
    INSTANT("instant", Instant.class),
    /** {@link java.util.UUID}. */
    UNIQUE_ID("uuid", UUID.class),
    /** {@code byte[]}, as base64. */
    BYTES("bytes", byte[].class),
    /** {@link List}, as JSON that keeps the types of its elements. */
    LIST("list", List.class),
    /** {@link Map} with text keys, as JSON that keeps the types of its values. */
    MAP("map", Map.class),
    /** Null. */
    NULL("null", Void.class);

    private final String label;
    private final Class<?> javaType;

    HeaderType(String label, Class<?> javaType) {
        this.label = label;
        this.javaType = javaType;
    }

    /**
     * Returns the type of a header value.
     *
     * @throws IllegalArgumentException when headers cannot hold such a value
     */
    public static HeaderType of(Object value) {
        if (value == null) {
            return NULL;
        }
        for (HeaderType type : values()) {
            if (type.javaType.isInstance(value)) {
                return type;
            }
        }
        throw new IllegalArgumentException("A header cannot be a " + value.getClass().getName());
    }

    /**
     * Returns the type with the label.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static HeaderType ofLabel(String label) {
        for (HeaderType type : values()) {
            if (type.label.equals(label)) {
                return type;
            }
        }
        throw new IllegalArgumentException("'" + label + "' is not the label of a header type");
    }

    /** Returns the label: lower case letters only. */
    public String label() {
        return label;
    }

    /** Returns the text form of a value of this type; empty for null. */
    public String format(Object value) {
        return switch (this) {
            case NULL -> "";
            case BYTES -> Base64.getEncoder().encodeToString((byte[]) value);
            case LIST, MAP -> HeaderJson.format(value);
            case TEXT, BOOLEAN, BYTE, SHORT, INT, LONG, BIG_INTEGER, FLOAT, DOUBLE, DECIMAL, INSTANT, UNIQUE_ID ->
                value.toString();
        };
    }

    /**
     * Returns the value that has this text form.
     *
     * @throws IllegalArgumentException when no value of this type has it
     */
    public Object parse(String text) {
        try {
            return switch (this) {
                case NULL -> null;
                case TEXT -> text;
                case BOOLEAN -> parseBoolean(text);
                case BYTE -> Byte.valueOf(text);
                case SHORT -> Short.valueOf(text);
                case INT -> Integer.valueOf(text);
                case LONG -> Long.valueOf(text);
                case BIG_INTEGER -> new BigInteger(text);
                case FLOAT -> Float.valueOf(text);
                case DOUBLE -> Double.valueOf(text);
                case DECIMAL -> new BigDecimal(text);
                case INSTANT -> Instant.parse(text);
                case UNIQUE_ID -> UUID.fromString(text);
                case BYTES -> Base64.getDecoder().decode(text);
                case LIST, MAP -> HeaderJson.parse(text);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("The text is not a header of type " + label, e);
        }
    }

    private static boolean parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("The text is neither true nor false");
        };
    }
}
