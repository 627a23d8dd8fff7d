package io.gobridge.camel.conditions;

import java.util.List;
import java.util.stream.Collectors;

import io.gobridge.camel.json.JsonTree;

/** What of a message is compared. Its text form is that of the grammar. */
sealed interface Field {

    /** Stands for what a message does not have; null stands for null. */
    Object MISSING = new Object();

    /** Returns the value, {@link #MISSING} when there is none. */
    Object read(MessageView message);

    /** The subject, which every message has; it may be empty. */
    record Subject() implements Field {

        @Override
        public Object read(MessageView message) {
            return message.subject();
        }

        @Override
        public String toString() {
            return "subject";
        }
    }

    /** The header of exactly this name. */
    record Header(String name) implements Field {

        @Override
        public Object read(MessageView message) {
            Object value = message.header(name);
            return value != null || message.hasHeader(name) ? value : MISSING;
        }

        @Override
        public String toString() {
            return "header." + (Lexer.isName(name) ? name : Literals.quote(name));
        }
    }

    /** A place in the JSON payload. */
    record Path(List<Step> steps) implements Field {

        public Path {
            steps = List.copyOf(steps);
        }

        @Override
        public Object read(MessageView message) {
            if (message.payload().isEmpty()) {
                return MISSING;
            }
            JsonTree tree = message.payload().tree(message.payloadLimit());
            int node = JsonTree.ROOT;
            for (Step step : steps) {
                node = step.into(tree, node);
                if (node == JsonTree.MISSING) {
                    return MISSING;
                }
            }
            return JsonValues.of(tree, node);
        }

        @Override
        public String toString() {
            return steps.stream().map(Step::toString).collect(Collectors.joining("", "$", ""));
        }
    }

    /** One step of a path. */
    sealed interface Step {

        /** Returns the value that it leads to, {@link JsonTree#MISSING} when there is none. */
        int into(JsonTree tree, int node);
    }

    /** Into an object. */
    record Key(String name) implements Step {

        @Override
        public int into(JsonTree tree, int node) {
            return tree.field(node, name);
        }

        @Override
        public String toString() {
            return Lexer.isKey(name) ? "." + name : "[" + Literals.quote(name) + "]";
        }
    }

    /** Into an array, from 0. */
    record Index(int position) implements Step {

        @Override
        public int into(JsonTree tree, int node) {
            return tree.element(node, position);
        }

        @Override
        public String toString() {
            return "[" + position + "]";
        }
    }
}
