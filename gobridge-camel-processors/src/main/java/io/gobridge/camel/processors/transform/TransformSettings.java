package io.gobridge.camel.processors.transform;

import java.util.List;

import io.gobridge.camel.conditions.JsonPayload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * What a transform does. Checked when it is made.
 *
 * @param name         names the transform in failures
 * @param mappings     what goes where; their order does not matter
 * @param dropUnmapped whether the new payload has the targets only
 * @param failOnError  whether a payload that is no JSON, or a value that does not fit, is rejected instead of left
 *                     alone
 * @param payloadLimit most bytes of a payload that are parsed
 */
public record TransformSettings(String name, List<Mapping> mappings, boolean dropUnmapped, boolean failOnError,
        int payloadLimit) {

    /**
     * Checks the settings.
     *
     * @throws BridgeException {@code INVALID_CONFIG} naming every option that is missing, contradicts another or is out
     *                         of range
     */
    public TransformSettings {
        mappings = List.copyOf(mappings);
        check(new ConfigurationProblems(), name, mappings, dropUnmapped, payloadLimit);
    }

    /** Makes settings that keep what is not mapped, are lenient, and have a limit of 4 MiB. */
    public static TransformSettings of(String name, Mapping... mappings) {
        return new TransformSettings(name, List.of(mappings), false, false, JsonPayload.DEFAULT_LIMIT);
    }

    /** Returns these settings with a new payload that has the targets only. */
    public TransformSettings droppingUnmapped() {
        return new TransformSettings(name, mappings, true, failOnError, payloadLimit);
    }

    /** Returns these settings, rejecting what is no JSON and values that do not fit. */
    public TransformSettings failingOnError() {
        return new TransformSettings(name, mappings, dropUnmapped, true, payloadLimit);
    }

    /** Returns these settings with another limit. */
    public TransformSettings withPayloadLimit(int newPayloadLimit) {
        return new TransformSettings(name, mappings, dropUnmapped, failOnError, newPayloadLimit);
    }

    /** Reads the options of a bean or an endpoint, and names all that is wrong with them at once. */
    static TransformSettings read(
            String name, String mappings, boolean dropUnmapped, boolean failOnError,
            int payloadLimit) {
        try {
            return new TransformSettings(
                    name, mappings == null ? List.of() : Mapping.parse(mappings), dropUnmapped, failOnError, payloadLimit);
        } catch (BridgeException e) {
            return refuse(e, name, mappings, payloadLimit);
        }
    }

    private static TransformSettings refuse(BridgeException error, String name, String mappings, int payloadLimit) {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.add("mappings", mappings, error.getMessage());
        check(problems, name, List.of(), true, payloadLimit);
        throw error;
    }

    private static void check(
            ConfigurationProblems problems, String name, List<Mapping> mappings, boolean dropUnmapped,
            int payloadLimit) {
        problems.require(name != null && !name.isBlank(), "name", name, "a transform has a name");
        problems.require(dropUnmapped || !mappings.isEmpty(), "mappings", null,
                "at least one is needed, such as customer.id = $.order.customerId");
        problems.require(payloadLimit > 0, "payloadLimit", payloadLimit, "it is a number of bytes from 1");
        FieldTargets.check(mappings, problems);
        problems.throwIfAny("Transform '" + name + "'");
    }
}
