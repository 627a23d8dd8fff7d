package io.gobridge.camel.transport.mqtt;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The packet ids that this side gave to packets that wait for their answer. Thread-safe. */
final class Unanswered {

    private static final int HIGHEST = 65_535;

    private final Map<Integer, Waiting> waiting = new HashMap<>();
    private int latest;

    private record Waiting(Packet answer, CompletableFuture<Integer> reason) {
    }

    /**
     * Returns an id that no packet has that waits.
     *
     * @throws IllegalStateException when there is none
     */
    synchronized int add(Packet answer, CompletableFuture<Integer> reason) {
        if (waiting.size() == HIGHEST) {
            throw new IllegalStateException("All packet ids wait for an answer");
        }
        do {
            latest = latest % HIGHEST + 1;
        } while (waiting.containsKey(latest));
        waiting.put(latest, new Waiting(answer, reason));
        return latest;
    }

    /** Frees the id for another packet; empty when none waits for this answer. */
    synchronized Optional<CompletableFuture<Integer>> remove(Packet answer, int packetId) {
        Waiting found = waiting.get(packetId);
        if (found == null || found.answer() != answer) {
            return Optional.empty();
        }
        waiting.remove(packetId);
        return Optional.of(found.reason());
    }
}
