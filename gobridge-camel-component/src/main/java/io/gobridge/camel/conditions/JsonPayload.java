package io.gobridge.camel.conditions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/**
 * A payload as JSON, parsed when it is first asked for and never again. Objects are maps, arrays are lists, numbers are
 * {@link JsonNumber}, and text, booleans and null are themselves; all of it unmodifiable. Thread-safe.
 */
public final class JsonPayload {

    /** Payloads above this many bytes are not parsed, unless told otherwise: 4 MiB. */
    public static final int DEFAULT_LIMIT = 4 * 1024 * 1024;

    /** Deeper nesting is refused. */
    public static final int MAX_DEPTH = 200;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE).maxNameLength(Integer.MAX_VALUE).build())
            // Two readers of a key that is there twice may see two values: a filter must not be the one that is fooled.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // JSON between systems is UTF-8; a guess by the first bytes is one more way to see something else.
            .disable(JsonFactory.Feature.CHARSET_DETECTION).build();

    private static final byte[] NO_BYTES = new byte[0];
    private static final int[] MARK = { 0xEF, 0xBB, 0xBF };

    private final byte[] bytes;
    private boolean isRead;
    private Object root;
    private String defect;

    private JsonPayload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Wraps the bytes, which nobody may change any more; null is an absent payload. */
    public static JsonPayload of(byte[] bytes) {
        return new JsonPayload(bytes == null ? NO_BYTES : bytes);
    }

    /** Tells whether this is the payload in exactly this array. */
    public boolean isOf(byte[] array) {
        return array == bytes;
    }

    /** Tells whether there is nothing to parse: no payload, or one of zero length. */
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /**
     * Returns the value that the payload is, null for JSON's null.
     *
     * @param  limit           most bytes that are parsed
     * @throws BridgeException {@code PAYLOAD_TOO_LARGE} above the limit, {@code INVALID_PAYLOAD} when the payload is
     *                         not one JSON value in UTF-8
     */
    public synchronized Object root(int limit) {
        if (bytes.length > limit) {
            throw BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, "The payload has " + bytes.length
                                                                    + " bytes and conditions look into at most " + limit
                                                                    + "; the message is rejected");
        }
        if (!isRead) {
            read();
        }
        if (defect != null) {
            throw BridgeException.of(FailureCode.INVALID_PAYLOAD,
                    "The payload is not JSON: " + defect + "; the message is rejected");
        }
        return root;
    }

    private void read() {
        isRead = true;
        defect = "it cannot be read";
        int start = startsWithMark() ? MARK.length : 0;
        try (JsonParser json = FACTORY.createParser(bytes, start, bytes.length - start)) {
            json.nextToken();
            root = value(json);
            defect = json.nextToken() == null
                    ? null
                    : "something follows the value at byte " + json.currentTokenLocation().getByteOffset();
        } catch (StreamConstraintsException e) {
            defect = "it is nested deeper than " + MAX_DEPTH + " levels or has a number of more than 1000 digits";
        } catch (IOException e) {
            // Jackson's message would quote the payload.
            defect = "it cannot be read beyond byte " + offset(e);
        }
    }

    private static long offset(IOException error) {
        return error instanceof JsonProcessingException json && json.getLocation() != null
                ? json.getLocation().getByteOffset() : 0;
    }

    private boolean startsWithMark() {
        for (int i = 0; i < MARK.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private static Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw new JsonParseException(json, "No value");
        }
        return switch (token) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(json.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new JsonParseException(json, "No value");
        };
    }

    private static Map<String, Object> object(JsonParser json) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.put(name, value(json));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static List<Object> array(JsonParser json) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(json));
        }
        return Collections.unmodifiableList(elements);
    }
}
