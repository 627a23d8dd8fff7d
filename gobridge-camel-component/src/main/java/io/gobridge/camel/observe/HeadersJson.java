package io.gobridge.camel.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import io.gobridge.camel.envelope.EnvelopeJson;
import io.gobridge.camel.envelope.Headers;

/** Headers as a JSON object that keeps their types: texts, booleans and lists as themselves, {@code {"long":"5"}}. */
final class HeadersJson {

    /** How the durable form begins: a map is an object with that one field. */
    private static final String BEGIN = "{\"map\":";
    private static final String END = "}";

    private HeadersJson() {
    }

    static String write(Headers headers) {
        String durable = EnvelopeJson.writeHeaders(headers.toMap());
        return durable.substring(BEGIN.length(), durable.length() - END.length());
    }

    /**
     * Reads headers to set; null stands for one to remove.
     *
     * @throws IllegalArgumentException when the value is no object in that form
     */
    static Map<String, Optional<Object>> read(JsonNode object) {
        if (!object.isObject()) {
            throw new IllegalArgumentException("headers must be an object");
        }
        Map<String, Optional<Object>> headers = new LinkedHashMap<>();
        EnvelopeJson.readHeaders(BEGIN + object + END).forEach((name, value) -> headers.put(name, Optional.ofNullable(value)));
        return headers;
    }
}
