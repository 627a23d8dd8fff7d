package io.gobridge.camel.transport;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.gobridge.camel.envelope.EnvelopeJson;

/**
 * What a message has that no property of the wire can carry in the open, as the JSON text of the property
 * {@value #PROPERTY}. All are empty when there is nothing to say. For wires with room for named properties: MQTT and
 * AMQP.
 *
 * @param isAbsent whether the payload is absent, which on the wire looks like an empty one
 * @param texts    fields of the envelope that have characters which the wire refuses, by the name of their property
 * @param types    the labels of the header types that the wire does not have, by header name: these headers travel in
 *                 another form
 * @param headers  the headers that got no property of their own
 */
public record BridgeMetadata(boolean isAbsent, Map<String, String> texts, Map<String, String> types,
        Map<String, Object> headers) {

    /** The name of the property, or of the properties when the text is cut to pieces. */
    public static final String PROPERTY = "gobridge.meta";

    /** What a message has that no bridge sent. */
    public static final BridgeMetadata NONE = new BridgeMetadata(false, Map.of(), Map.of(), Map.of());

    /** What comes out is plain to every broker, and as many bytes as characters. */
    private static final int HIGHEST_CHARACTER = '~';

    /** Tells whether there is nothing to say, so that no property is needed. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /**
     * Formats it as JSON of printable ASCII.
     *
     * @throws IllegalArgumentException when a header is nested too deeply
     */
    public String toJson() {
        return MetadataJson.write(HIGHEST_CHARACTER, this::write);
    }

    /**
     * Reads what {@link #toJson} wrote. A field that is not known is refused: it may say how to read the rest.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    public static BridgeMetadata parse(String text) {
        return MetadataJson.read(text, NONE, BridgeMetadata::with);
    }

    private void write(JsonGenerator json) throws IOException {
        if (isAbsent) {
            json.writeBooleanField("absent", true);
        }
        write(json, "texts", texts);
        write(json, "types", types);
        if (!headers.isEmpty()) {
            json.writeFieldName("headers");
            EnvelopeJson.writeHeaders(json, headers);
        }
    }

    private BridgeMetadata with(String field, JsonParser json) throws IOException {
        return switch (field) {
            case "absent" -> new BridgeMetadata(json.getBooleanValue(), texts, types, headers);
            case "texts" -> new BridgeMetadata(isAbsent, MetadataJson.texts(json), types, headers);
            case "types" -> new BridgeMetadata(isAbsent, texts, MetadataJson.texts(json), headers);
            case "headers" -> new BridgeMetadata(isAbsent, texts, types, EnvelopeJson.readHeaders(json));
            default -> throw MetadataJson.unknown(field);
        };
    }

    private static void write(JsonGenerator json, String name, Map<String, String> texts) throws IOException {
        if (texts.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }
}
