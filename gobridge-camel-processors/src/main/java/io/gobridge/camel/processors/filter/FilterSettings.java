package io.gobridge.camel.processors.filter;

import java.util.Locale;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * What a filter asks and what it does then. Checked when it is made.
 *
 * @param name         names the filter in failures
 * @param condition    what is asked
 * @param action       what is done
 * @param routeTo      id of the binding that {@link FilterAction#ROUTE} chooses, null for the other actions
 * @param invert       whether what the condition does not match counts as matching
 * @param payloadLimit most bytes of a payload that the condition looks into
 */
public record FilterSettings(String name, Condition condition, FilterAction action, String routeTo, boolean invert,
        int payloadLimit) {

    private static final String ACTIONS = "allowed are pass, drop and route";

    /**
     * Checks the settings.
     *
     * @throws BridgeException {@code INVALID_CONFIG} naming every option that is missing, does not go with another or
     *                         is out of range
     */
    public FilterSettings {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(action != null, "action", null, ACTIONS);
        check(problems, name, condition, action, routeTo, payloadLimit);
    }

    /** Makes settings that let through what matches, without invert, with a limit of 4 MiB. */
    public static FilterSettings of(String name, Condition condition) {
        return new FilterSettings(name, condition, FilterAction.PASS, null, false, JsonPayload.DEFAULT_LIMIT);
    }

    /** Returns these settings with another action. */
    public FilterSettings withAction(FilterAction newAction) {
        return new FilterSettings(name, condition, newAction, routeTo, invert, payloadLimit);
    }

    /** Returns these settings with the action {@link FilterAction#ROUTE} to the binding. */
    public FilterSettings routingTo(String binding) {
        return new FilterSettings(name, condition, FilterAction.ROUTE, binding, invert, payloadLimit);
    }

    /** Returns these settings with the answer turned round, or turned back. */
    public FilterSettings inverted() {
        return new FilterSettings(name, condition, action, routeTo, !invert, payloadLimit);
    }

    /** Returns these settings with another limit. */
    public FilterSettings withPayloadLimit(int newPayloadLimit) {
        return new FilterSettings(name, condition, action, routeTo, invert, newPayloadLimit);
    }

    /** Reads the options of a bean or an endpoint, and names all that is wrong with them at once. */
    static FilterSettings read(
            String name, String condition, String action, String routeTo, boolean invert,
            int payloadLimit) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Condition read = condition(condition, problems);
        FilterAction chosen = action(action, problems);
        if (!problems.list().isEmpty()) {
            check(problems, name, read, chosen, routeTo, payloadLimit);
        }
        return new FilterSettings(name, read, chosen, routeTo, invert, payloadLimit);
    }

    private static Condition condition(String text, ConfigurationProblems problems) {
        try {
            return text == null ? null : Condition.parse(text);
        } catch (BridgeException e) {
            problems.add("condition", text, e.getMessage());
            // Stands in for it, so that it does not count as missing too.
            return Condition.of("subject", "exists", true);
        }
    }

    private static FilterAction action(String name, ConfigurationProblems problems) {
        return switch (String.valueOf(name).toLowerCase(Locale.ROOT)) {
            case "pass" -> FilterAction.PASS;
            case "drop" -> FilterAction.DROP;
            case "route" -> FilterAction.ROUTE;
            default -> {
                problems.add("action", name, ACTIONS);
                yield null;
            }
        };
    }

    private static void check(
            ConfigurationProblems problems, String name, Condition condition, FilterAction action,
            String routeTo, int payloadLimit) {
        problems.require(name != null && !name.isBlank(), "name", name, "a filter has a name");
        problems.require(condition != null, "condition", null, "it is required, such as $.amount > 100");
        boolean hasTarget = routeTo != null && !routeTo.isBlank();
        if (action == FilterAction.ROUTE) {
            problems.require(hasTarget, "routeTo", routeTo, "action=route needs the id of a binding");
        } else if (action != null) {
            problems.require(!hasTarget, "routeTo", routeTo, "it goes with action=route only");
        }
        problems.require(payloadLimit > 0, "payloadLimit", payloadLimit, "it is a number of bytes from 1");
        problems.throwIfAny("Filter '" + name + "'");
    }
}
