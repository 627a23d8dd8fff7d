package io.gobridge.camel.transport;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** The JSON object in which one bridge tells the next what the wire has no place for. */
public final class MetadataJson {

    private static final JsonFactory FACTORY = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(500)
                    .maxNameLength(Integer.MAX_VALUE).maxStringLength(Integer.MAX_VALUE).build())
            .build();

    private MetadataJson() {
    }

    /** Writes the fields of the object. */
    @FunctionalInterface
    public interface FieldWriter {

        /** Writes all fields; the generator stands in the object. */
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * Reads one field of the object.
     *
     * @param <T> what is read
     */
    @FunctionalInterface
    public interface FieldReader<T> {

        /**
         * Returns what was read so far together with this field; the parser stands on its value.
         *
         * @throws IllegalArgumentException when the field is not known
         */
        T read(T soFar, String field, JsonParser json) throws IOException;
    }

    /**
     * Writes the object with no character above the highest; what is above is escaped.
     *
     * @throws IllegalArgumentException when the writer throws it
     */
    public static String write(int highestCharacter, FieldWriter fields) {
        StringWriter text = new StringWriter(128);
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setHighestNonEscapedChar(highestCharacter);
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads an object, nothing before and nothing behind it, beginning with what holds when it has no field.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    public static <T> T read(String text, T none, FieldReader<T> fields) {
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            T read = none;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                read = fields.read(read, name, json);
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON object");
            }
            return read;
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException("it is not JSON in the known form", e);
        }
    }

    /**
     * Returns the text on which the parser stands.
     *
     * @throws IllegalArgumentException when it is no text
     */
    public static String text(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException("a field holds no text");
        }
        return json.getText();
    }

    /** Returns why a field is refused: it may say how to read the rest. */
    public static IllegalArgumentException unknown(String field) {
        return new IllegalArgumentException("the field '" + field + "' is not known");
    }

    /**
     * Returns the object of texts on which the parser stands.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    static Map<String, String> texts(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("a field holds no object");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            texts.put(name, text(json));
        }
        return texts;
    }
}
