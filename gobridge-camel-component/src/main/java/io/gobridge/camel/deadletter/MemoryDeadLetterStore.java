package io.gobridge.camel.deadletter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps dead letters in this process: for tests and for examples, since they are gone when it ends. Thread-safe. */
public final class MemoryDeadLetterStore implements DeadLetterStore {

    private final Map<String, DeadLetter> entries = new LinkedHashMap<>();

    @Override
    public synchronized CompletionStage<Void> write(DeadLetter entry) {
        entries.putIfAbsent(entry.id(), entry);
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the entries in the order in which they were written. */
    public synchronized List<DeadLetter> entries() {
        return List.copyOf(entries.values());
    }
}
