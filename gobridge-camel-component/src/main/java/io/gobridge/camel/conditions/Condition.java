package io.gobridge.camel.conditions;

import java.util.List;

import io.gobridge.camel.failure.BridgeException;

/**
 * A question about a message. Built once and checked while it is built; immutable and thread-safe. Two conditions are
 * equal when they ask the same, and {@code toString} is a text from which {@link #parse} makes an equal one.
 */
public sealed interface Condition permits Comparison, Group, Negation {

    /** Longest text, in characters. */
    int MAX_LENGTH = 65_536;

    /** Deepest nesting of groups and negations. */
    int MAX_DEPTH = 100;

    /**
     * Asks the question.
     *
     * @throws BridgeException {@code INVALID_PAYLOAD} when the message cannot be asked: its payload is no JSON, or what
     *                         has to be a number is none; {@code PAYLOAD_TOO_LARGE} when the payload is not looked into
     */
    boolean test(MessageView message);

    /** Returns how deep groups and negations are nested in this condition; 1 for a comparison. */
    int depth();

    /**
     * Reads the text form, such as {@code plant = "P7" and ($.amount > 100 or header.vip exists true)}.
     *
     * @throws BridgeException {@code INVALID_CONFIG} with the position of what cannot be read
     */
    static Condition parse(String text) {
        return ConditionParser.parse(text);
    }

    /**
     * Makes one comparison.
     *
     * @param  field           {@code subject}, {@code header.<name>}, {@code $.path}, or a bare name for a header
     * @param  operator        {@code eq ne gt gte lt lte in contains prefix regex exists} or as in the text form
     * @param  value           text, a number, a boolean, null, or a list of these for {@code in}
     * @throws BridgeException {@code INVALID_CONFIG} when the operator is unknown or does not go with the value
     */
    static Condition of(String field, String operator, Object value) {
        return new Comparison(ConditionParser.parseField(field), Operator.of(operator), Literals.of(value));
    }

    /**
     * Holds when all of the conditions do; the rest is not asked after the first that does not.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when there is none, or when they are nested too deep
     */
    static Condition all(List<Condition> conditions) {
        return Group.of(Group.Kind.ALL, conditions);
    }

    /**
     * Holds when at least one of the conditions does; the rest is not asked after the first that does.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when there is none, or when they are nested too deep
     */
    static Condition any(List<Condition> conditions) {
        return Group.of(Group.Kind.ANY, conditions);
    }

    /**
     * Holds when the condition does not.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when they are nested too deep
     */
    static Condition not(Condition condition) {
        return Negation.of(condition);
    }
}
