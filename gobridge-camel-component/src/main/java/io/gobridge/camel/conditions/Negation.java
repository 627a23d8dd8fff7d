package io.gobridge.camel.conditions;

import java.util.List;

/** Holds when another condition does not. */
record Negation(Condition condition, int depth) implements Condition {

    static Condition of(Condition condition) {
        return new Negation(condition, Group.depthAround(List.of(condition)));
    }

    @Override
    public boolean test(MessageView message) {
        return !condition.test(message);
    }

    @Override
    public String toString() {
        return "not " + Group.member(condition);
    }
}
