package io.gobridge.camel.conditions;

import java.util.Objects;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Compares one field with one value. A field that is missing compares with nothing. */
final class Comparison implements Condition {

    private final Field field;
    private final Operator operator;
    private final Object value;
    private final Check check;

    Comparison(Field field, Operator operator, Object value) {
        this.field = field;
        this.operator = operator;
        this.value = value;
        this.check = Check.of(operator, value);
    }

    @Override
    public boolean test(MessageView message) {
        Object found = field.read(message);
        if (operator == Operator.EXISTS) {
            return (found != Field.MISSING) == (Boolean) value;
        }
        return found != Field.MISSING && check(found);
    }

    private boolean check(Object found) {
        try {
            return check.test(found);
        } catch (NumberFormatException e) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "Condition on " + field + " needs a number for '" + operator.symbol() + "' and the message has "
                                                                  + kindOf(found) + " there; the message is rejected");
        }
    }

    private static String kindOf(Object found) {
        return found instanceof String ? "a text that is no number" : found == null ? "null" : "another type";
    }

    @Override
    public int depth() {
        return 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Comparison that && field.equals(that.field) && operator == that.operator
                && Objects.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(field, operator, value);
    }

    @Override
    public String toString() {
        return field + " " + operator.symbol() + " " + Literals.print(value);
    }
}
