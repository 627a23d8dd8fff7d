package io.gobridge.camel.processors.transform;

import java.util.List;
import java.util.Objects;

import io.gobridge.camel.failure.BridgeException;

/**
 * One value and where it goes. Immutable; checked when it is made.
 *
 * @param target       {@code header.<name>}, or the names of fields separated by dots
 * @param source       JSONPath of names, indexes, {@code [*]} and {@code ..}
 * @param type         what is made of the value
 * @param defaultValue text, number or boolean for a message in which the path finds nothing; null for none
 * @param required     whether such a message is rejected when there is no default, and one whose value does not fit
 */
public record Mapping(String target, String source, ValueType type, Object defaultValue, boolean required) {

    /**
     * Checks the mapping.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when the target is empty or reserved, the path cannot be read, or
     *                         the default is of another type
     */
    public Mapping {
        Objects.requireNonNull(type, "type");
        CompiledMapping.of(target, source, type, defaultValue, required);
    }

    /** Takes the value as it is when the path finds one. */
    public static Mapping of(String target, String source) {
        return new Mapping(target, source, ValueType.ANY, null, false);
    }

    /**
     * Reads the text form: one mapping a line, or separated by semicolons, each
     * {@code target = source [as type] [default value] [required]}.
     *
     * @throws BridgeException {@code INVALID_CONFIG} saying which cannot be read and why
     */
    public static List<Mapping> parse(String text) {
        return new MappingReader(text).mappings();
    }

    /** Returns this mapping with a type. */
    public Mapping as(ValueType newType) {
        return new Mapping(target, source, newType, defaultValue, required);
    }

    /** Returns this mapping with a default: text, a number or a boolean. */
    public Mapping orElse(Object newDefault) {
        return new Mapping(target, source, type, newDefault, required);
    }

    /** Returns this mapping, required. */
    public Mapping orFail() {
        return new Mapping(target, source, type, defaultValue, true);
    }

    CompiledMapping compiled() {
        return CompiledMapping.of(target, source, type, defaultValue, required);
    }
}
