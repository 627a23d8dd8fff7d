package io.gobridge.camel;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who uses which name: two sources, or two different bindings, must not share one. Thread-safe. */
final class BridgeNames {

    private final Map<String, String> sources = new ConcurrentHashMap<>();
    private final Map<String, String> bindings = new ConcurrentHashMap<>();

    /** Takes the name of a source for a route; returns the other route when that has it already. */
    Optional<String> takeSource(String name, String routeId) {
        return take(sources, name, routeId);
    }

    void releaseSource(String name, String routeId) {
        sources.remove(name, routeId);
    }

    /** Takes the name of a binding for an endpoint; returns the other endpoint when that has it already. */
    Optional<String> takeBinding(String name, String endpoint) {
        return take(bindings, name, endpoint);
    }

    void releaseBinding(String name, String endpoint) {
        bindings.remove(name, endpoint);
    }

    private static Optional<String> take(Map<String, String> owners, String name, String owner) {
        String known = owners.putIfAbsent(name, owner);
        return known == null || known.equals(owner) ? Optional.empty() : Optional.of(known);
    }
}
