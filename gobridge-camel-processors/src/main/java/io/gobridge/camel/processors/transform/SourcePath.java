package io.gobridge.camel.processors.transform;

import java.util.List;
import java.util.function.IntConsumer;

import io.gobridge.camel.json.JsonKind;
import io.gobridge.camel.json.JsonTree;

/** Where in a payload a mapping looks. Immutable. */
final class SourcePath {

    private final String text;
    private final List<Step> steps;
    private final boolean isDefinite;

    SourcePath(String text, List<Step> steps) {
        this.text = text;
        this.steps = List.copyOf(steps);
        this.isDefinite = steps.stream().allMatch(Single.class::isInstance);
    }

    /**
     * Reads a path such as {@code $.items[*].sku}.
     *
     * @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when it cannot be read
     */
    static SourcePath parse(String text) {
        return new MappingReader(text).wholePath();
    }

    /** Calls back for each place, in the order of the payload. */
    void find(JsonTree tree, IntConsumer found) {
        if (isDefinite) {
            int node = JsonTree.ROOT;
            for (int i = 0; i < steps.size() && node != JsonTree.MISSING; i++) {
                node = ((Single) steps.get(i)).into(tree, node);
            }
            accept(node, found);
        } else {
            find(tree, JsonTree.ROOT, 0, found);
        }
    }

    private void find(JsonTree tree, int node, int step, IntConsumer found) {
        if (step == steps.size()) {
            found.accept(node);
        } else {
            steps.get(step).each(tree, node, next -> find(tree, next, step + 1, found));
        }
    }

    private static void accept(int node, IntConsumer found) {
        if (node != JsonTree.MISSING) {
            found.accept(node);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourcePath that && steps.equals(that.steps);
    }

    @Override
    public int hashCode() {
        return steps.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** One step of a path. */
    sealed interface Step {

        void each(JsonTree tree, int node, IntConsumer found);
    }

    /** A step that leads to one place at most. */
    sealed interface Single extends Step {

        int into(JsonTree tree, int node);

        @Override
        default void each(JsonTree tree, int node, IntConsumer found) {
            accept(into(tree, node), found);
        }
    }

    /** Into an object. */
    record Key(String name) implements Single {

        @Override
        public int into(JsonTree tree, int node) {
            return tree.field(node, name);
        }
    }

    /** Into an array, from 0, or from -1 for its last element backwards. */
    record Index(int position) implements Single {

        @Override
        public int into(JsonTree tree, int node) {
            return tree.element(node, position < 0 ? position + size(tree, node) : position);
        }

        private static int size(JsonTree tree, int node) {
            int size = 0;
            for (int element = node + 1; element < tree.next(node); element = tree.next(element)) {
                size++;
            }
            return size;
        }
    }

    /** To all elements of an array, or all values of an object. */
    record All() implements Step {

        @Override
        public void each(JsonTree tree, int node, IntConsumer found) {
            if (tree.kind(node) == JsonKind.OBJECT || tree.kind(node) == JsonKind.ARRAY) {
                for (int child = node + 1; child < tree.next(node); child = tree.next(child)) {
                    found.accept(child);
                }
            }
        }
    }

    /** One step from here and from everything below. */
    record Descent(Step step) implements Step {

        @Override
        public void each(JsonTree tree, int node, IntConsumer found) {
            for (int below = node; below < tree.next(node); below++) {
                step.each(tree, below, found);
            }
        }
    }
}
