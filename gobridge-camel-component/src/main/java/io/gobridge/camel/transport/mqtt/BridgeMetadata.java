package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.gobridge.camel.envelope.EnvelopeJson;

/**
 * What a message has that no user property of its own can carry, as the JSON text of the user property
 * {@value #PROPERTY}. All are empty when there is nothing to say.
 *
 * @param isAbsent whether the payload is absent, which on the wire looks like an empty one
 * @param texts    fields of the envelope that have characters which MQTT refuses, by the name of their property
 * @param types    the types of the headers that travel as text, by header name
 * @param headers  the headers that got no property of their own
 */
record BridgeMetadata(boolean isAbsent, Map<String, String> texts, Map<String, String> types, Map<String, Object> headers) {

    static final String PROPERTY = "gobridge.meta";

    /** What a message has that no bridge sent. */
    static final BridgeMetadata NONE = new BridgeMetadata(false, Map.of(), Map.of(), Map.of());

    private static final JsonFactory FACTORY = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(500)
                    .maxNameLength(Integer.MAX_VALUE).maxStringLength(Integer.MAX_VALUE).build())
            .build();

    /**
     * The generator escapes what is above: what comes out is plain to every broker, and as many bytes as characters.
     */
    private static final int HIGHEST_CHARACTER = '~';

    boolean isEmpty() {
        return equals(NONE);
    }

    /** Formats it as JSON of printable ASCII. */
    String toJson() {
        StringWriter text = new StringWriter(128);
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setHighestNonEscapedChar(HIGHEST_CHARACTER);
            json.writeStartObject();
            if (isAbsent) {
                json.writeBooleanField("absent", true);
            }
            write(json, "texts", texts);
            write(json, "types", types);
            if (!headers.isEmpty()) {
                json.writeFieldName("headers");
                EnvelopeJson.writeHeaders(json, headers);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads what {@link #toJson} wrote. A field that is not known is refused: it may say how to read the rest.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    static BridgeMetadata parse(String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            BridgeMetadata metadata = NONE;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                metadata = metadata.with(name, json);
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON object");
            }
            return metadata;
        } catch (IOException e) {
            throw new IllegalArgumentException("it is not JSON in the known form", e);
        }
    }

    private BridgeMetadata with(String field, JsonParser json) throws IOException {
        return switch (field) {
            case "absent" -> new BridgeMetadata(json.getBooleanValue(), texts, types, headers);
            case "texts" -> new BridgeMetadata(isAbsent, readTexts(json), types, headers);
            case "types" -> new BridgeMetadata(isAbsent, texts, readTexts(json), headers);
            case "headers" -> new BridgeMetadata(isAbsent, texts, types, EnvelopeJson.readHeaders(json));
            default -> throw new IllegalArgumentException("the field '" + field + "' is not known");
        };
    }

    private static Map<String, String> readTexts(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("a field holds no object");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("a field holds no text");
            }
            texts.put(name, json.getText());
        }
        return texts;
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
