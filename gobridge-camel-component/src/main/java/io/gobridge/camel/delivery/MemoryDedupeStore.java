package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Remembers messages in this process. Bounded: beyond the limit the done one that is forgotten first is the one that
 * was done first; when all are in progress, further claims fail. Lost with the process. Thread-safe.
 */
public final class MemoryDedupeStore implements DedupeStore {

    /** Messages remembered unless said otherwise. */
    public static final int DEFAULT_CAPACITY = 100_000;

    /** By the time of their last change. */
    private final Map<DedupeKey, Entry> entries = new LinkedHashMap<>();
    private final Clock clock;
    private final int capacity;

    /** Creates a store for 100 000 messages by the system's clock. */
    public MemoryDedupeStore() {
        this(Clock.systemUTC(), DEFAULT_CAPACITY);
    }

    /**
     * Creates a store for so many messages.
     *
     * @throws IllegalArgumentException when the capacity is not above zero
     */
    public MemoryDedupeStore(Clock clock, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity=" + capacity + ": must be at least 1");
        }
        this.clock = clock;
        this.capacity = capacity;
    }

    @Override
    public synchronized CompletionStage<DedupeClaim> claim(DedupeKey key, String owner, Duration lease) {
        Instant now = clock.instant();
        Entry known = entries.get(key);
        if (known != null && known.holds(now) && !known.isOwnedBy(owner)) {
            return CompletableFuture.completedFuture(known.asClaim());
        }
        if (known == null && !makeRoom(now)) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "All " + capacity + " messages of the store are in progress; the message is held"));
        }
        put(key, new Entry(owner, now.plus(lease)));
        return CompletableFuture.completedFuture(new DedupeClaim.Granted());
    }

    @Override
    public synchronized CompletionStage<Boolean> complete(DedupeKey key, String owner, Duration retention) {
        Entry known = entries.get(key);
        boolean isOwners = known == null || known.isOwnedBy(owner);
        if (isOwners) {
            Instant now = clock.instant();
            if (known != null || makeRoom(now)) {
                put(key, new Entry(Entry.NOBODY, now.plus(retention)));
            }
        }
        return CompletableFuture.completedFuture(isOwners);
    }

    @Override
    public synchronized CompletionStage<Void> release(DedupeKey key, String owner) {
        Entry known = entries.get(key);
        if (known != null && known.isOwnedBy(owner)) {
            entries.remove(key);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns how many messages are remembered. */
    public synchronized int size() {
        return entries.size();
    }

    private void put(DedupeKey key, Entry entry) {
        entries.remove(key);
        entries.put(key, entry);
    }

    private boolean makeRoom(Instant now) {
        Iterator<Entry> eldest = entries.values().iterator();
        while (entries.size() >= capacity && eldest.hasNext()) {
            Entry entry = eldest.next();
            if (entry.isDone() || !entry.holds(now)) {
                eldest.remove();
            }
        }
        return entries.size() < capacity;
    }

    /**
     * What is remembered of a message.
     *
     * @param owner who works on it; nobody when it is done
     * @param until when the lease, or the memory of what is done, ends
     */
    private record Entry(String owner, Instant until) {

        private static final String NOBODY = "";

        boolean isDone() {
            return owner.equals(NOBODY);
        }

        boolean holds(Instant now) {
            return now.isBefore(until);
        }

        boolean isOwnedBy(String other) {
            return !isDone() && owner.equals(other);
        }

        DedupeClaim asClaim() {
            return isDone() ? new DedupeClaim.Done() : new DedupeClaim.InProgress(until);
        }
    }
}
