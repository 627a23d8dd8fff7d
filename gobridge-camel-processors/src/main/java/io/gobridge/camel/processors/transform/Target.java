package io.gobridge.camel.processors.transform;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Where a mapping puts its value. Immutable. */
sealed interface Target {

    /** Marks a header. */
    String HEADER = "header.";

    /**
     * Reads {@code header.<name>}, or the names of fields separated by dots.
     *
     * @throws BridgeException {@code INVALID_CONFIG} when a name is missing or the header is reserved
     */
    static Target parse(String text) {
        return text.startsWith(HEADER) ? header(text.substring(HEADER.length())) : field(text);
    }

    private static Target header(String name) {
        if (name.isBlank() || ReservedHeaders.isReserved(name)) {
            throw refused(HEADER + name, "a header has a name and does not begin with " + ReservedHeaders.PREFIX);
        }
        return new Header(name);
    }

    private static Target field(String text) {
        List<String> path = List.of(text.split("\\.", -1));
        if (path.stream().anyMatch(String::isBlank)) {
            throw refused(text, "each field has a name; allowed are a.b.c and header.<name>");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw refused(text, "it holds half a surrogate pair");
        }
        return new Field(path);
    }

    private static BridgeException refused(String target, String allowed) {
        return BridgeException.of(FailureCode.INVALID_CONFIG, "target=" + target + ": " + allowed);
    }

    /** A header of the message. */
    record Header(String name) implements Target {
    }

    /** A field of the payload, below others. */
    record Field(List<String> path) implements Target {
    }
}
