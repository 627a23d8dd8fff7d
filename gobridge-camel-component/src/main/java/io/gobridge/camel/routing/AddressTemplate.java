package io.gobridge.camel.routing;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * A destination with {@code {header}} placeholders, each replaced once by the text header of exactly that name; a value
 * is never expanded again. Immutable. The empty template renders to the empty address, the target's own.
 */
public final class AddressTemplate {

    private final String template;
    private final List<Part> parts;

    private AddressTemplate(String template, List<Part> parts) {
        this.template = template;
        this.parts = parts;
    }

    /**
     * Compiles a template; one that can never render fails when it is rendered, so that only the messages that need it
     * fail.
     */
    public static AddressTemplate of(String template) {
        List<Part> parts = new ArrayList<>();
        int position = 0;
        while (position < template.length()) {
            int open = template.indexOf('{', position);
            if (open < 0) {
                parts.add(new Literal(template.substring(position)));
                break;
            }
            if (open > position) {
                parts.add(new Literal(template.substring(position, open)));
            }
            int close = template.indexOf('}', open);
            parts.add(close < 0
                    ? new Broken("'{' at position " + open + " is not closed")
                    : new Placeholder(template.substring(open + 1, close)));
            position = close < 0 ? template.length() : close + 1;
        }
        return new AddressTemplate(template, List.copyOf(parts));
    }

    /**
     * Fills in the template from the headers.
     *
     * @throws BridgeException {@code ADDRESS_TEMPLATE} when a placeholder has no name, is not closed or has no text
     *                         header, or when the result is empty or holds a control character
     */
    public String render(Headers headers) {
        if (parts.isEmpty()) {
            return "";
        }
        StringBuilder address = new StringBuilder();
        for (Part part : parts) {
            address.append(part.render(template, headers));
        }
        if (address.isEmpty()) {
            throw failure(template, "the result is empty");
        }
        if (address.chars().anyMatch(Character::isISOControl)) {
            throw failure(template, "the result holds a control character");
        }
        return address.toString();
    }

    private static BridgeException failure(String template, String why) {
        return BridgeException.of(FailureCode.ADDRESS_TEMPLATE,
                "Address template '" + template + "' cannot be filled in: " + why + "; nothing was sent");
    }

    private sealed interface Part {

        String render(String template, Headers headers);
    }

    private record Literal(String text) implements Part {

        @Override
        public String render(String template, Headers headers) {
            return text;
        }
    }

    private record Placeholder(String header) implements Part {

        @Override
        public String render(String template, Headers headers) {
            if (header.isEmpty()) {
                throw failure(template, "a placeholder has no name");
            }
            return headers.text(header).orElseThrow(() -> failure(template, "there is no text header '" + header + "'"));
        }
    }

    private record Broken(String why) implements Part {

        @Override
        public String render(String template, Headers headers) {
            throw failure(template, why);
        }
    }
}
