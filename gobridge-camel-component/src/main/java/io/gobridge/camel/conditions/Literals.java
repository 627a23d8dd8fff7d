package io.gobridge.camel.conditions;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** The values that a condition can hold: text, {@link BigDecimal}, {@link Boolean}, null, and lists of these. */
final class Literals {

    private Literals() {
    }

    /** Makes a literal of a Java value. */
    static Object of(Object value) {
        if (!(value instanceof Collection<?> list)) {
            return scalar(value);
        }
        List<Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(scalar(element)));
        return Collections.unmodifiableList(elements);
    }

    private static Object scalar(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof BigDecimal) {
            return value;
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte
                || isFinite(value)) {
            return new BigDecimal(value.toString());
        }
        throw BridgeException.of(FailureCode.INVALID_CONFIG, "A condition cannot compare with a "
                                                             + value.getClass().getName()
                                                             + "; allowed are text, finite numbers, booleans, null and lists of these");
    }

    private static boolean isFinite(Object value) {
        return (value instanceof Double || value instanceof Float) && Double.isFinite(((Number) value).doubleValue());
    }

    /** Returns the text form. */
    static String print(Object literal) {
        if (literal instanceof List<?> list) {
            return list.stream().map(Literals::print).collect(Collectors.joining(", ", "[", "]"));
        }
        return literal instanceof String text ? quote(text) : String.valueOf(literal);
    }

    /** Returns the text in quotes. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            if (sign == '"' || sign == '\\') {
                quoted.append('\\').append(sign);
            } else if (sign < ' ') {
                quoted.append(String.format("\\u%04x", (int) sign));
            } else {
                quoted.append(sign);
            }
        }
        return quoted.append('"').toString();
    }
}
