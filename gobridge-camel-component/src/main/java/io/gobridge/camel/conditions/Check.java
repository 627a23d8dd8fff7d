package io.gobridge.camel.conditions;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntPredicate;

import com.google.re2j.Pattern;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Compares what a message has, which may be null, with what a condition says. */
@FunctionalInterface
interface Check {

    /**
     * Compares.
     *
     * @throws NumberFormatException when the value must be a number and is none
     */
    boolean test(Object found);

    /** Makes the check of an operator for a value; refuses a value that does not go with it. */
    static Check of(Operator operator, Object value) {
        return switch (operator) {
            case EQ -> found -> Values.equal(found, value);
            case NE -> found -> !Values.equal(found, value);
            case GT -> order(operator, value, sign -> sign > 0);
            case GTE -> order(operator, value, sign -> sign >= 0);
            case LT -> order(operator, value, sign -> sign < 0);
            case LTE -> order(operator, value, sign -> sign <= 0);
            case IN -> in(value);
            case CONTAINS -> contains(text(operator, value));
            case PREFIX -> prefix(text(operator, value));
            case MATCHES -> matches(value);
            case EXISTS -> exists(value);
        };
    }

    private static Check order(Operator operator, Object value, IntPredicate accepted) {
        BigDecimal bound;
        try {
            bound = Values.number(value);
        } catch (NumberFormatException e) {
            throw wrong(operator, value, "a number");
        }
        return found -> accepted.test(Values.number(found).compareTo(bound));
    }

    private static Check in(Object value) {
        if (!(value instanceof List<?> list)) {
            throw wrong(Operator.IN, value, "a list");
        }
        return found -> list.stream().anyMatch(element -> Values.equal(found, element));
    }

    private static Check contains(String part) {
        return found -> Values.text(found).contains(part);
    }

    private static Check prefix(String start) {
        return found -> Values.text(found).startsWith(start);
    }

    private static Check matches(Object value) {
        if (!(value instanceof String pattern)) {
            throw wrong(Operator.MATCHES, value, "a text");
        }
        Pattern compiled = Regex.compile(pattern);
        return found -> compiled.matcher(Values.text(found)).find();
    }

    private static Check exists(Object value) {
        if (!(value instanceof Boolean)) {
            throw wrong(Operator.EXISTS, value, "true or false");
        }
        return found -> true;
    }

    private static String text(Operator operator, Object value) {
        if (value == null || value instanceof List) {
            throw wrong(operator, value, "a text");
        }
        return Values.text(value);
    }

    private static BridgeException wrong(Operator operator, Object value, String needed) {
        return BridgeException.of(FailureCode.INVALID_CONFIG,
                "Operator '" + operator.symbol() + "' needs " + needed + " and has " + Literals.print(value));
    }
}
