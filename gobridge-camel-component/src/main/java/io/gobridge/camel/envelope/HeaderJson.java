package io.gobridge.camel.envelope;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/**
 * Writes header values as JSON that keeps their types: text, booleans, null and lists as themselves, anything else as
 * an object with the type's label as its only field, {@code {"long":"5"}} or {@code {"map":{...}}}.
 */
final class HeaderJson {

    /** Deeper nesting is refused on both sides, so that what can be written can be read. */
    static final int MAX_DEPTH = 200;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(2 * MAX_DEPTH + 10)
                    .maxStringLength(Integer.MAX_VALUE).maxNameLength(Integer.MAX_VALUE).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /** Writes ASCII only, so that any Java text has a form. */
    static final JsonFactory ESCAPING_FACTORY = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private HeaderJson() {
    }

    static String format(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(json, value, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static Object parse(String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            Object value = read(json);
            if (json.nextToken() != null) {
                throw malformed("something follows the value");
            }
            return value;
        } catch (IOException e) {
            throw new IllegalArgumentException("The text is not a header value in JSON", e);
        }
    }

    static void write(JsonGenerator json, Object value, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("A header is nested deeper than " + MAX_DEPTH + " levels");
        }
        HeaderType type = HeaderType.of(value);
        switch (type) {
            case NULL -> json.writeNull();
            case TEXT -> json.writeString((String) value);
            case BOOLEAN -> json.writeBoolean((Boolean) value);
            case LIST -> writeList(json, (List<?>) value, depth);
            case MAP -> writeMap(json, (Map<?, ?>) value, depth);
            case BYTE, SHORT, INT, LONG, BIG_INTEGER, FLOAT, DOUBLE, DECIMAL, INSTANT, UNIQUE_ID, BYTES -> {
                json.writeStartObject();
                json.writeStringField(type.label(), type.format(value));
                json.writeEndObject();
            }
        }
    }

    static Object read(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw malformed("it is empty");
        }
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case START_ARRAY -> readList(json);
            case START_OBJECT -> readTyped(json);
            default -> throw malformed("it holds a bare " + token);
        };
    }

    /** Reads an object whose values are header values; the parser stands on its start. */
    static Map<String, Object> readMap(JsonParser json) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            map.put(key, read(json));
        }
        return map;
    }

    private static void writeList(JsonGenerator json, List<?> list, int depth) throws IOException {
        json.writeStartArray();
        for (Object element : list) {
            write(json, element, depth + 1);
        }
        json.writeEndArray();
    }

    private static void writeMap(JsonGenerator json, Map<?, ?> map, int depth) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart(HeaderType.MAP.label());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeFieldName((String) entry.getKey());
            write(json, entry.getValue(), depth + 1);
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static List<Object> readList(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            list.add(read(json));
        }
        return list;
    }

    private static Object readTyped(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.FIELD_NAME) {
            throw malformed("an object has no type");
        }
        HeaderType type = HeaderType.ofLabel(json.currentName());
        JsonToken token = json.nextToken();
        Object value;
        if (type == HeaderType.MAP && token == JsonToken.START_OBJECT) {
            value = readMap(json);
        } else if (token == JsonToken.VALUE_STRING) {
            value = type.parse(json.getText());
        } else {
            throw malformed("a " + type.label() + " holds a bare " + token);
        }
        if (json.nextToken() != JsonToken.END_OBJECT) {
            throw malformed("an object has two types");
        }
        return value;
    }

    private static IllegalArgumentException malformed(String why) {
        return new IllegalArgumentException("The text is not a header value in JSON: " + why);
    }
}
