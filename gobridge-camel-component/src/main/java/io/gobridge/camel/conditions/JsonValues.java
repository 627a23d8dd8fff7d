package io.gobridge.camel.conditions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.json.JsonTree;

/** Makes the values that conditions compare out of a JSON tree. */
final class JsonValues {

    private JsonValues() {
    }

    static Object of(JsonTree tree, int node) {
        return switch (tree.kind(node)) {
            case OBJECT -> object(tree, node);
            case ARRAY -> array(tree, node);
            case TEXT -> tree.text(node);
            case NUMBER -> new JsonNumber(tree.json(node));
            case BOOLEAN -> Boolean.valueOf(tree.json(node));
            case NULL -> null;
        };
    }

    private static Map<String, Object> object(JsonTree tree, int node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int field = node + 1; field < tree.next(node); field = tree.next(field)) {
            fields.put(tree.name(field), of(tree, field));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static List<Object> array(JsonTree tree, int node) {
        List<Object> elements = new ArrayList<>();
        for (int element = node + 1; element < tree.next(node); element = tree.next(element)) {
            elements.add(of(tree, element));
        }
        return Collections.unmodifiableList(elements);
    }
}
