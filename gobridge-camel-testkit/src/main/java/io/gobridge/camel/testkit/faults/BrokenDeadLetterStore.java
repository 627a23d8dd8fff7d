package io.gobridge.camel.testkit.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;

/** Does not confirm the first writes, and keeps nothing of them, then works. Thread-safe. */
public final class BrokenDeadLetterStore implements DeadLetterStore {

    private final AtomicInteger failuresLeft;
    private final AtomicInteger writes = new AtomicInteger();
    private final DeadLetterStore store;

    /** Fails so many writes, then passes on to the store. */
    public BrokenDeadLetterStore(int failures, DeadLetterStore store) {
        this.failuresLeft = new AtomicInteger(failures);
        this.store = store;
    }

    @Override
    public CompletionStage<Void> write(DeadLetter entry) {
        writes.incrementAndGet();
        if (failuresLeft.getAndUpdate(left -> left > 0 ? left - 1 : 0) > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("The dead-letter store is out of order"));
        }
        return store.write(entry);
    }

    /** Works from now on. */
    public void repair() {
        failuresLeft.set(0);
    }

    /** Returns how many writes were tried. */
    public int writes() {
        return writes.get();
    }
}
