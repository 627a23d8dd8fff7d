package io.gobridge.camel.observe;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.RedriveEdit;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.DeadLetterCategory;

/** Reads what an operator asks for. What is wrong is an {@link IllegalArgumentException} that says what is allowed. */
final class DeadLetterRequest {

    /** Entries of a page, or of a redrive by filter, unless the operator says how many. */
    static final int PAGE = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

    private static final Set<String> FILTER_FIELDS = Set.of("route", "category", "from", "to");
    private static final Set<String> LIST_PARAMETERS = Set.of("route", "category", "from", "to", "after", "size");

    private DeadLetterRequest() {
    }

    /** Reads a filter; an empty or missing value chooses all. */
    static DeadLetterFilter filter(Map<String, String> values) {
        DeadLetterFilter filter = DeadLetterFilter.ALL.withRoute(values.getOrDefault("route", ""));
        if (!values.getOrDefault("category", "").isEmpty()) {
            filter = filter.withCategory(category(values.get("category")));
        }
        if (!values.getOrDefault("from", "").isEmpty()) {
            filter = filter.withFrom(instant("from", values.get("from")));
        }
        if (!values.getOrDefault("to", "").isEmpty()) {
            filter = filter.withTo(instant("to", values.get("to")));
        }
        return filter;
    }

    /** Reads the query of a list. A misspelt filter would choose all. */
    static DeadLetterFilter listFilter(Map<String, String> query) {
        Set<String> unknown = new TreeSet<>(query.keySet());
        unknown.removeAll(LIST_PARAMETERS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "Query parameters " + unknown + " are unknown; allowed are " + new TreeSet<>(LIST_PARAMETERS));
        }
        return filter(query);
    }

    static int number(String name, String value, int otherwise) {
        try {
            return value == null || value.isEmpty() ? otherwise : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number", e);
        }
    }

    /** Reads a JSON object that has only these fields. */
    static JsonNode object(byte[] body, Set<String> allowed) {
        JsonNode object;
        try {
            object = MAPPER.readTree(body == null ? new byte[0] : body);
        } catch (IOException e) {
            throw new IllegalArgumentException("The body is not JSON", e);
        }
        if (!object.isObject()) {
            throw new IllegalArgumentException("The body must be a JSON object with some of " + new TreeSet<>(allowed));
        }
        requireFields(object, allowed);
        return object;
    }

    static DeadLetterFilter filter(JsonNode object) {
        if (!object.isObject()) {
            throw new IllegalArgumentException("filter must be a JSON object with some of " + new TreeSet<>(FILTER_FIELDS));
        }
        requireFields(object, FILTER_FIELDS);
        Map<String, String> values = new HashMap<>();
        object.properties().forEach(field -> values.put(field.getKey(), text(field.getKey(), field.getValue())));
        return filter(values);
    }

    static List<String> ids(JsonNode array) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("ids must be an array of texts");
        }
        List<String> ids = new ArrayList<>();
        array.forEach(id -> ids.add(text("ids", id)));
        return ids;
    }

    /** Reads an edit: body in base64, headers in the form in which entries show them, null to remove one. */
    static RedriveEdit edit(byte[] body) {
        JsonNode object = object(body, Set.of("body", "headers"));
        if (!object.has("body") && !object.has("headers")) {
            throw new IllegalArgumentException("Nothing is edited: set body, headers or both");
        }
        RedriveEdit edit = RedriveEdit.NONE;
        if (object.has("body")) {
            edit = edit.withBody(payload(object.get("body")));
        }
        if (object.has("headers")) {
            edit = new RedriveEdit(edit.body(), HeadersJson.read(object.get("headers")));
        }
        return edit;
    }

    private static Payload payload(JsonNode base64) {
        try {
            return Payload.copyOf(MAPPER.getNodeFactory().textNode(text("body", base64)).binaryValue());
        } catch (IOException e) {
            throw new IllegalArgumentException("body must be a text in base64", e);
        }
    }

    private static void requireFields(JsonNode object, Set<String> allowed) {
        object.fieldNames().forEachRemaining(name -> {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is unknown; allowed are " + new TreeSet<>(allowed));
            }
        });
    }

    private static String text(String name, JsonNode value) {
        if (!value.isTextual()) {
            throw new IllegalArgumentException(name + " must be a text");
        }
        return value.textValue();
    }

    private static DeadLetterCategory category(String label) {
        for (DeadLetterCategory category : DeadLetterCategory.values()) {
            if (category.label().equals(label.toLowerCase(Locale.ROOT))) {
                return category;
            }
        }
        Set<String> labels = new TreeSet<>();
        for (DeadLetterCategory category : DeadLetterCategory.values()) {
            labels.add(category.label());
        }
        throw new IllegalArgumentException("category must be one of " + labels);
    }

    private static Instant instant(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " must be an instant such as 2026-01-01T00:00:00Z", e);
        }
    }
}
