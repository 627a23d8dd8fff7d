package io.gobridge.camel.processors.transform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.json.JsonKind;
import io.gobridge.camel.json.JsonTree;
import io.gobridge.camel.json.JsonTreeWriter;

/** The targets of a transform in the payload, as the tree that their paths make. Immutable once it is made. */
final class FieldTargets {

    /** The field that a payload which is no object becomes. */
    private static final String ROOT_VALUE = "_value";
    private static final int NO_MAPPING = -1;
    private static final int NEW_FIELD = JsonTree.MISSING;
    private static final int NO_VALUE = -2;

    private final String name;
    private final List<FieldTargets> children = new ArrayList<>();
    private int mapping = NO_MAPPING;

    private FieldTargets(String name) {
        this.name = name;
    }

    static FieldTargets of(List<CompiledMapping> mappings) {
        FieldTargets root = new FieldTargets(null);
        for (int i = 0; i < mappings.size(); i++) {
            if (mappings.get(i).target() instanceof Target.Field field) {
                root.add(field.path(), i);
            }
        }
        return root;
    }

    /** Finds targets that are the same, and those that lie in one another: their order would matter. */
    static void check(List<Mapping> mappings, ConfigurationProblems problems) {
        Set<Target> targets = new HashSet<>();
        for (Mapping mapping : mappings) {
            problems.require(targets.add(mapping.compiled().target()), "target", mapping.target(), "it is there twice");
        }
        for (Target target : targets) {
            if (target instanceof Target.Field field) {
                for (int length = 1; length < field.path().size(); length++) {
                    List<String> outer = field.path().subList(0, length);
                    problems.require(!targets.contains(new Target.Field(outer)), "target", String.join(".", field.path()),
                            "it lies in the target " + String.join(".", outer));
                }
            }
        }
    }

    /** Tells whether the field can be set in the payload: what it lies in is an object, or is not there yet. */
    static boolean isOpen(Target.Field field, JsonTree tree) {
        int node = JsonTree.ROOT;
        if (tree.kind(node) != JsonKind.OBJECT) {
            return field.path().size() == 1 || !field.path().get(0).equals(ROOT_VALUE);
        }
        for (String step : field.path().subList(0, field.path().size() - 1)) {
            node = tree.field(node, step);
            if (node == JsonTree.MISSING) {
                return true;
            }
            if (tree.kind(node) != JsonKind.OBJECT) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return children.isEmpty();
    }

    /** Tells whether any of the targets gets a value. */
    boolean hasValue(Value[] values) {
        if (mapping != NO_MAPPING) {
            return values[mapping] != null;
        }
        for (FieldTargets child : children) {
            if (child.hasValue(values)) {
                return true;
            }
        }
        return false;
    }

    /** Writes the targets alone. */
    void write(JsonTreeWriter writer, Value[] values) {
        writer.startObject();
        writeRest(writer, values, places(null, JsonTree.MISSING, values));
        writer.endObject();
    }

    /** Writes a payload with the targets in it. */
    void writeInto(JsonTree tree, JsonTreeWriter writer, Value[] values) {
        if (tree.kind(JsonTree.ROOT) == JsonKind.OBJECT) {
            merge(tree, JsonTree.ROOT, writer, values);
            return;
        }
        writer.startObject();
        if (children.stream().noneMatch(child -> child.name.equals(ROOT_VALUE) && child.hasValue(values))) {
            writer.name(ROOT_VALUE);
            writer.copy(tree, JsonTree.ROOT);
        }
        writeRest(writer, values, places(null, JsonTree.MISSING, values));
        writer.endObject();
    }

    private void merge(JsonTree tree, int object, JsonTreeWriter writer, Value[] values) {
        int[] places = places(tree, object, values);
        writer.startObject();
        for (int field = object + 1; field < tree.next(object); field = tree.next(field)) {
            int child = indexOf(field, places);
            if (child < 0) {
                writer.copyField(tree, field);
            } else {
                children.get(child).replace(tree, field, writer, values);
            }
        }
        writeRest(writer, values, places);
        writer.endObject();
    }

    /** Returns for each child the field that it replaces, NEW_FIELD or NO_VALUE. */
    private int[] places(JsonTree tree, int object, Value[] values) {
        int[] places = new int[children.size()];
        for (int i = 0; i < places.length; i++) {
            FieldTargets child = children.get(i);
            int found = object == JsonTree.MISSING ? NEW_FIELD : tree.field(object, child.name);
            places[i] = child.hasValue(values) ? found : NO_VALUE;
        }
        return places;
    }

    private static int indexOf(int field, int[] places) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] == field) {
                return i;
            }
        }
        return -1;
    }

    private void replace(JsonTree tree, int field, JsonTreeWriter writer, Value[] values) {
        writer.name(name);
        if (mapping == NO_MAPPING) {
            merge(tree, field, writer, values);
        } else {
            values[mapping].write(writer);
        }
    }

    private void writeRest(JsonTreeWriter writer, Value[] values, int[] places) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] == NEW_FIELD) {
                children.get(i).append(writer, values);
            }
        }
    }

    private void append(JsonTreeWriter writer, Value[] values) {
        writer.name(name);
        if (mapping == NO_MAPPING) {
            write(writer, values);
        } else {
            values[mapping].write(writer);
        }
    }

    private void add(List<String> path, int index) {
        FieldTargets target = this;
        for (String step : path) {
            int child = target.find(step);
            if (child < 0) {
                child = target.children.size();
                target.children.add(new FieldTargets(step));
            }
            target = target.children.get(child);
        }
        target.mapping = index;
    }

    private int find(String child) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).name.equals(child)) {
                return i;
            }
        }
        return -1;
    }
}
