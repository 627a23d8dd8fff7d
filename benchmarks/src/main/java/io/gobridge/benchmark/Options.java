package io.gobridge.benchmark;

import java.util.HashMap;
import java.util.Map;

/** The options of a benchmark, each {@code name=number} on the command line. */
record Options(Map<String, Integer> values) {

    static Options of(String... args) {
        Map<String, Integer> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            if (parts.length != 2) {
                throw new IllegalArgumentException("'" + arg + "' is not of the form name=number, such as messages=50000");
            }
            values.put(parts[0], Integer.valueOf(parts[1]));
        }
        return new Options(values);
    }

    int get(String name, int otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** Returns the options with one that is used when nobody named it. */
    Options or(String name, int otherwise) {
        Map<String, Integer> all = new HashMap<>(values);
        all.putIfAbsent(name, otherwise);
        return new Options(all);
    }
}
