package io.gobridge.camel.delivery;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Lets one delivery per ordering key run at a time, in the order in which they arrived. The empty key is no key:
 * nothing waits for it. Thread-safe.
 *
 * @param <T> what waits
 */
public final class OrderingSlots<T> {

    private final Map<String, Queue<T>> waitingByKey = new HashMap<>();

    /** Takes the key's slot and returns true, or queues behind its holder and returns false. */
    public boolean enter(String key, T arrival) {
        if (key.isEmpty()) {
            return true;
        }
        synchronized (waitingByKey) {
            Queue<T> waiting = waitingByKey.get(key);
            if (waiting == null) {
                waitingByKey.put(key, new ArrayDeque<>());
                return true;
            }
            waiting.add(arrival);
            return false;
        }
    }

    /** Frees the key's slot and returns the next one, which now holds it; empty when nobody waits. */
    public Optional<T> leave(String key) {
        if (key.isEmpty()) {
            return Optional.empty();
        }
        synchronized (waitingByKey) {
            Queue<T> waiting = waitingByKey.get(key);
            if (waiting == null) {
                return Optional.empty();
            }
            T next = waiting.poll();
            if (next == null) {
                waitingByKey.remove(key);
            }
            return Optional.ofNullable(next);
        }
    }

    /** Removes and returns all that wait behind the key's holder, in order. */
    public List<T> drain(String key) {
        if (key.isEmpty()) {
            return List.of();
        }
        synchronized (waitingByKey) {
            Queue<T> waiting = waitingByKey.get(key);
            if (waiting == null) {
                return List.of();
            }
            List<T> drained = List.copyOf(waiting);
            waiting.clear();
            return drained;
        }
    }
}
