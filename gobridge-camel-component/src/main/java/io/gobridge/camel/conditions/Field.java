package io.gobridge.camel.conditions;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
            return message.hasHeader(name) ? message.header(name) : MISSING;
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
            Object value = message.payload().root(message.payloadLimit());
            for (Step step : steps) {
                value = step.into(value);
                if (value == MISSING) {
                    return MISSING;
                }
            }
            return value;
        }

        @Override
        public String toString() {
            return steps.stream().map(Step::toString).collect(Collectors.joining("", "$", ""));
        }
    }

    /** One step of a path. */
    sealed interface Step {

        Object into(Object value);
    }

    /** Into an object. */
    record Key(String name) implements Step {

        @Override
        public Object into(Object value) {
            return value instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : MISSING;
        }

        @Override
        public String toString() {
            return Lexer.isKey(name) ? "." + name : "[" + Literals.quote(name) + "]";
        }
    }

    /** Into an array, from 0. */
    record Index(int position) implements Step {

        @Override
        public Object into(Object value) {
            return value instanceof List<?> list && position < list.size() ? list.get(position) : MISSING;
        }

        @Override
        public String toString() {
            return "[" + position + "]";
        }
    }
}
