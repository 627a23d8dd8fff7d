package io.gobridge.camel.transport;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * What a transport has to say about the user's endpoint: problems, which keep the route from starting, and overridden
 * defaults, which are logged in one line. Not thread-safe: used while one route starts.
 */
public final class EndpointCheck {

    private final String prefix;
    private final ConfigurationProblems problems;
    private final List<String> overrides = new ArrayList<>();

    /** Creates a check that names options with the prefix, {@code source.} or {@code target.}. */
    public EndpointCheck(String prefix, ConfigurationProblems problems) {
        this.prefix = prefix;
        this.problems = problems;
    }

    /** Adds a problem of an endpoint option, unless the condition holds. */
    public void require(boolean condition, String option, Object value, String allowed) {
        problems.require(condition, prefix + option, value, allowed);
    }

    /** Says that the transport does not use an unsafe default of the endpoint. */
    public void overridden(String option, Object value) {
        overrides.add(prefix + option + "=" + value);
    }

    /** Returns the overridden options, each as {@code option=value}. */
    public List<String> overrides() {
        return List.copyOf(overrides);
    }
}
