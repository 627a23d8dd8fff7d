package io.gobridge.camel.failure;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with a configuration so that all of it is reported at once. Not thread-safe: used while one
 * route starts.
 */
public final class ConfigurationProblems {

    private final List<String> problems = new ArrayList<>();

    /** Adds one problem: the option, the value it has (null: not set) and what is allowed or how to mend it. */
    public void add(String option, Object value, String allowed) {
        problems.add(option + "=" + value + ": " + allowed);
    }

    /** Adds the problem when the condition does not hold. */
    public void require(boolean condition, String option, Object value, String allowed) {
        if (!condition) {
            add(option, value, allowed);
        }
    }

    /** Adds all problems of another part of the configuration, each named by the prefix. */
    public void addAll(String prefix, ConfigurationProblems others) {
        others.problems.forEach(problem -> problems.add(prefix + problem));
    }

    /** Returns the problems so far, each as {@code option=value: what is allowed}. */
    public List<String> list() {
        return List.copyOf(problems);
    }

    /**
     * Ends the check.
     *
     * @throws BridgeException {@link FailureCode#INVALID_CONFIG} naming every problem, when there is any
     */
    public void throwIfAny(String where) {
        if (!problems.isEmpty()) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, where + " cannot start, " + problems.size()
                                                                 + (problems.size() == 1 ? " problem" : " problems") + ":\n  - "
                                                                 + String.join("\n  - ", problems));
        }
    }
}
