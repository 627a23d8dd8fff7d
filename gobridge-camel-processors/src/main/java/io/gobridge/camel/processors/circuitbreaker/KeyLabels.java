package io.gobridge.camel.processors.circuitbreaker;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names keys in metrics, which must be neither many nor long: the first keys have a label each, all others share one.
 * Thread-safe.
 */
final class KeyLabels {

    static final String OTHER = "__other__";

    private static final int MOST_BYTES = 128;
    /** {@code #} and the hash of the whole key in eight hex digits. */
    private static final int HASH_BYTES = 9;

    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final int limit;

    KeyLabels(int limit) {
        this.limit = limit;
    }

    String of(String key) {
        String label = shortened(key);
        if (used.contains(label)) {
            return label;
        }
        synchronized (this) {
            if (used.size() >= limit) {
                return OTHER;
            }
            used.add(label);
            return label;
        }
    }

    /** Keeps the beginning, in whole characters, and tells keys with one beginning apart by their hash. */
    private static String shortened(String key) {
        if (key.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES) {
            return key;
        }
        StringBuilder kept = new StringBuilder();
        int bytes = 0;
        for (int at = 0; at < key.length();) {
            int character = key.codePointAt(at);
            bytes += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_BYTES - HASH_BYTES) {
                break;
            }
            kept.appendCodePoint(character);
            at += Character.charCount(character);
        }
        return kept.append(String.format("#%08x", key.hashCode())).toString();
    }
}
