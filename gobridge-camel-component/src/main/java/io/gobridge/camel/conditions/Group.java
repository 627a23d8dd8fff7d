package io.gobridge.camel.conditions;

import java.util.List;
import java.util.stream.Collectors;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Conditions of which all, or any, must hold. */
record Group(Kind kind, List<Condition> conditions, int depth) implements Condition {

    enum Kind {
        ALL(" and "),
        ANY(" or ");

        private final String separator;

        Kind(String separator) {
            this.separator = separator;
        }
    }

    /** Makes a group; one of a single condition is that condition. */
    static Condition of(Kind kind, List<Condition> conditions) {
        if (conditions.isEmpty()) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "A group has no condition; at least one is needed");
        }
        return conditions.size() == 1 ? conditions.get(0) : new Group(kind, List.copyOf(conditions), depthAround(conditions));
    }

    /** Returns the depth of whatever holds these conditions. */
    static int depthAround(List<Condition> conditions) {
        int depth = 1 + conditions.stream().mapToInt(Condition::depth).max().orElseThrow();
        if (depth > MAX_DEPTH) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG,
                    "A condition is nested deeper than " + MAX_DEPTH + " levels; allowed are " + MAX_DEPTH);
        }
        return depth;
    }

    @Override
    public boolean test(MessageView message) {
        boolean decides = kind == Kind.ANY;
        for (Condition condition : conditions) {
            if (condition.test(message) == decides) {
                return decides;
            }
        }
        return !decides;
    }

    @Override
    public String toString() {
        return conditions.stream().map(Group::member).collect(Collectors.joining(kind.separator));
    }

    /** Returns the text of a condition that stands beside others. */
    static String member(Condition condition) {
        return condition instanceof Group ? "(" + condition + ")" : condition.toString();
    }
}
