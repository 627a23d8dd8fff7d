package io.gobridge.camel.conditions;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

/** Writes lists and maps of a header or a payload as JSON without white space, numbers as they came. */
final class JsonText {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {
    }

    static String of(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> field : map.entrySet()) {
                json.writeFieldName(String.valueOf(field.getKey()));
                write(json, field.getValue());
            }
            json.writeEndObject();
        } else if (value == null || value instanceof Boolean) {
            json.writeRawValue(String.valueOf(value));
        } else if (value instanceof JsonNumber number) {
            json.writeNumber(number.token());
        } else if (value instanceof Number && !isUnspeakable(value)) {
            json.writeNumber(value.toString());
        } else {
            json.writeString(Values.text(value));
        }
    }

    /** JSON has no NaN and no infinity. */
    private static boolean isUnspeakable(Object number) {
        return (number instanceof Double || number instanceof Float) && !Double.isFinite(((Number) number).doubleValue());
    }
}
