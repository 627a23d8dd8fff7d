package io.gobridge.camel.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;

/** Headers as a JSON object that keeps their types: texts, booleans and lists as themselves, {@code {"long":"5"}}. */
final class HeadersJson {

    /** How the durable form begins: a map is an object with that one field. */
    private static final String BEGIN = "{\"map\":";
    private static final String END = "}";

    private static final String FORM
            = "a text, true, false, null to remove it, a list of such values, or an object with its type as"
              + " the only field and a text of that type, such as {\"long\": \"5\"}; types are " + types();

    private HeadersJson() {
    }

    static String write(Headers headers) {
        String durable = EnvelopeJson.writeHeaders(headers.toMap());
        return durable.substring(BEGIN.length(), durable.length() - END.length());
    }

    /**
     * Reads headers to set; null stands for one to remove.
     *
     * @throws IllegalArgumentException when the value is no object in that form; the message names the header, and
     *                                  never repeats what it holds
     */
    static Map<String, Optional<Object>> read(JsonNode object) {
        if (!object.isObject()) {
            throw new IllegalArgumentException("headers must be an object");
        }
        Map<String, Optional<Object>> headers = new LinkedHashMap<>();
        object.properties().forEach(field -> headers.put(field.getKey(), read(field.getKey(), field.getValue())));
        return headers;
    }

    private static Optional<Object> read(String name, JsonNode value) {
        String one = JsonNodeFactory.instance.objectNode().set(name, value).toString();
        try {
            return Optional.ofNullable(EnvelopeJson.readHeaders(BEGIN + one + END).get(name));
        } catch (IllegalArgumentException e) {
            throw malformed(name);
        }
    }

    /** Without the cause, which may repeat the value. */
    private static IllegalArgumentException malformed(String name) {
        return new IllegalArgumentException("Header '" + name + "' must be " + FORM);
    }

    private static List<String> types() {
        return Stream.of(HeaderType.values()).map(HeaderType::label).toList();
    }
}
