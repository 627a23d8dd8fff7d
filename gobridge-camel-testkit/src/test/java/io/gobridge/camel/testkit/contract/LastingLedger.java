package io.gobridge.camel.testkit.contract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.MemoryAttemptLedger;
import io.gobridge.camel.failure.FailedRun;

/** A ledger that takes note of runs as if it outlived its process, and writes down what it is told. */
final class LastingLedger implements AttemptLedger {

    private final MemoryAttemptLedger failures = new MemoryAttemptLedger();
    private final Map<String, Integer> unfinished = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> late = new CompletableFuture<>();
    private volatile boolean isBroken;
    private volatile boolean isLate;

    /** Returns the calls so far, without the source's name. */
    List<String> calls() {
        return calls;
    }

    void isBroken(boolean broken) {
        isBroken = broken;
    }

    /** Lets what begins now wait for {@link #catchUp}. */
    void isLate(boolean isLate) {
        this.isLate = isLate;
    }

    /** Takes note of all that it was late for. */
    void catchUp() {
        late.complete(null);
    }

    /** Makes it as if other processes had begun runs of the message and died. */
    synchronized void crashed(String id, int times) {
        unfinished.put("in:" + id, times);
    }

    @Override
    public boolean takesNoteOfRuns() {
        return true;
    }

    @Override
    public synchronized CompletionStage<AttemptHistory> begin(String key) {
        calls.add("begin " + key.substring(3));
        if (isBroken) {
            return CompletableFuture.failedFuture(new IllegalStateException("The ledger is away"));
        }
        return isLate ? late.thenCompose(now -> noted(key)) : noted(key);
    }

    private synchronized CompletionStage<AttemptHistory> noted(String key) {
        CompletionStage<AttemptHistory> before = find(key);
        unfinished.merge(key, 1, Integer::sum);
        return before;
    }

    @Override
    public synchronized CompletionStage<Void> end(String key) {
        calls.add("end " + key.substring(3));
        unfinished.computeIfPresent(key, (same, count) -> count - 1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
        calls.add("charge " + key.substring(3));
        unfinished.computeIfPresent(key, (same, count) -> count - 1);
        return failures.charge(key, run).thenCompose(history -> find(key));
    }

    @Override
    public CompletionStage<Void> returned(String key) {
        calls.add("returned " + key.substring(3));
        return failures.returned(key);
    }

    @Override
    public synchronized CompletionStage<AttemptHistory> find(String key) {
        int open = unfinished.getOrDefault(key, 0);
        return failures.find(key).thenApply(known -> new AttemptHistory(
                known.failures(), known.givenBack(), open, known.firstFailure(), known.lastRuns()));
    }

    @Override
    public synchronized CompletionStage<Void> forget(String key) {
        calls.add("forget " + key.substring(3));
        unfinished.remove(key);
        return failures.forget(key);
    }
}
