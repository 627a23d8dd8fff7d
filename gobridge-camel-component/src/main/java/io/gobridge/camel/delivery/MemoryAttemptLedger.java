package io.gobridge.camel.delivery;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.FailedRun;

/**
 * Remembers failed runs in this process. Bounded: beyond the limit the message that failed longest ago is forgotten,
 * and the source's own count is all that still guards against it. Thread-safe.
 */
public final class MemoryAttemptLedger implements AttemptLedger {

    private static final int DEFAULT_CAPACITY = 100_000;

    private final Map<String, AttemptHistory> histories = new LinkedHashMap<>(16, 0.75f, true);
    private final int capacity;

    /** Creates a ledger for 100 000 messages. */
    public MemoryAttemptLedger() {
        this(DEFAULT_CAPACITY);
    }

    /** Creates a ledger for so many messages. */
    public MemoryAttemptLedger(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
        return CompletableFuture.completedFuture(put(key, known(key).charged(run)));
    }

    @Override
    public synchronized CompletionStage<Void> returned(String key) {
        put(key, known(key).returned());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<AttemptHistory> find(String key) {
        return CompletableFuture.completedFuture(known(key));
    }

    @Override
    public synchronized CompletionStage<Void> forget(String key) {
        histories.remove(key);
        return CompletableFuture.completedFuture(null);
    }

    /** Returns how many messages are remembered. */
    public synchronized int size() {
        return histories.size();
    }

    private AttemptHistory known(String key) {
        return histories.getOrDefault(key, AttemptHistory.NONE);
    }

    private AttemptHistory put(String key, AttemptHistory history) {
        histories.put(key, history);
        if (histories.size() > capacity) {
            histories.remove(histories.keySet().iterator().next());
        }
        return history;
    }
}
