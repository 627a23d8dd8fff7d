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
        writeRest(writer, values, new boolean[children.size()]);
        writer.endObject();
    }

    /** Writes a payload with the targets in it. */
    void writeInto(JsonTree tree, JsonTreeWriter writer, Value[] values) {
        if (tree.kind(JsonTree.ROOT) == JsonKind.OBJECT) {
            merge(tree, JsonTree.ROOT, writer, values);
            return;
        }
        writer.startObject();
        int taken = find(ROOT_VALUE);
        if (taken < 0 || !children.get(taken).hasValue(values)) {
            writer.name(ROOT_VALUE);
            writer.copy(tree, JsonTree.ROOT);
        }
        writeRest(writer, values, new boolean[children.size()]);
        writer.endObject();
    }

    private void merge(JsonTree tree, int object, JsonTreeWriter writer, Value[] values) {
        boolean[] isWritten = new boolean[children.size()];
        writer.startObject();
        for (int field = object + 1; field < tree.next(object); field = tree.next(field)) {
            int child = find(tree.name(field));
            if (child < 0 || !children.get(child).hasValue(values)) {
                writer.copyField(tree, field);
            } else {
                isWritten[child] = true;
                children.get(child).replace(tree, field, writer, values);
            }
        }
        writeRest(writer, values, isWritten);
        writer.endObject();
    }

    private void replace(JsonTree tree, int field, JsonTreeWriter writer, Value[] values) {
        writer.name(name);
        if (mapping == NO_MAPPING) {
            merge(tree, field, writer, values);
        } else {
            values[mapping].write(writer);
        }
    }

    private void writeRest(JsonTreeWriter writer, Value[] values, boolean[] isWritten) {
        for (int i = 0; i < isWritten.length; i++) {
            if (!isWritten[i] && children.get(i).hasValue(values)) {
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
