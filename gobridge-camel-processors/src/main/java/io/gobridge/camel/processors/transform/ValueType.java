package io.gobridge.camel.processors.transform;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a mapping makes of the value that it found. Null stays null whatever the type. */
public enum ValueType {

    /** The value as it is. */
    ANY,
    /** Text; a number as it was written, an object or array as its JSON. */
    STRING,
    /** A whole number of 64 bits; true is 1. */
    INT,
    /** An exact number, as it was written; text may say one. */
    FLOAT,
    /** True or false; text may say it, and 1 and 0 count. */
    BOOL,
    /** The UTF-8 bytes of the text form as base64. */
    BASE64ENCODE,
    /** The UTF-8 text whose base64 the value is. */
    BASE64DECODE;

    /** Returns the name in the text form of a mapping. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type of that label; empty when there is none. */
    static Optional<ValueType> ofLabel(String label) {
        return Stream.of(values()).filter(type -> type.label().equals(label)).findFirst();
    }

    static String labels() {
        return Stream.of(values()).map(ValueType::label).collect(Collectors.joining(", "));
    }
}
