package io.gobridge.camel.conditions;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;

/** Compares values of headers and payloads: types are strict, numbers are exact, double never takes part. */
final class Values {

    /** Longest text that is read as a number: the time to read one grows with the square of its length. */
    private static final int MAX_NUMBER = 1000;

    private Values() {
    }

    /** Tells whether a value of a message equals a literal. */
    static boolean equal(Object found, Object literal) {
        if (literal instanceof BigDecimal number) {
            return exact(found).filter(value -> value.compareTo(number) == 0).isPresent();
        }
        if (literal instanceof List<?> list) {
            return found instanceof List<?> other && equalLists(other, list);
        }
        return literal == null ? found == null : literal.equals(found);
    }

    private static boolean equalLists(List<?> found, List<?> literals) {
        if (found.size() != literals.size()) {
            return false;
        }
        for (int i = 0; i < literals.size(); i++) {
            if (!equal(found.get(i), literals.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number that the value is, or says as text.
     *
     * @throws NumberFormatException when it is none, NaN and the infinities included
     */
    static BigDecimal number(Object value) {
        if (value instanceof String text && text.length() <= MAX_NUMBER) {
            return new BigDecimal(text);
        }
        return exact(value).orElseThrow(NumberFormatException::new);
    }

    /** Returns the number that the value is; empty for text, and for what is not finite. */
    private static Optional<BigDecimal> exact(Object value) {
        if (value instanceof JsonNumber number) {
            return number.decimal();
        }
        if (value instanceof BigDecimal decimal) {
            return Optional.of(decimal);
        }
        if (value instanceof BigInteger integer) {
            return Optional.of(new BigDecimal(integer));
        }
        if (!(value instanceof Number)) {
            return Optional.empty();
        }
        try {
            // Of a double this is the shortest text that stands for it, as on every wire.
            return Optional.of(new BigDecimal(value.toString()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the text form: text as it is, numbers as they came, null as empty text, lists and objects as JSON. */
    static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof List || value instanceof Map) {
            return JsonText.of(value);
        }
        return Headers.isSupported(value) ? HeaderType.of(value).format(value) : value.toString();
    }
}
