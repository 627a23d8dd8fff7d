package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.outbox.store.OutboxStore;

/**
 * How many records a cycle reads, and how soon the next one looks when there were none: more and at once under load.
 * Not thread-safe.
 */
final class ReadSize {

    private static final int SMALLEST = 100;
    private static final int LARGEST = 500;

    private int batch = SMALLEST;
    private int emptyLooks;

    int batch() {
        return batch;
    }

    /**
     * Notes what a cycle read of what it might have: large messages are few, and a database looks at all it might give.
     */
    void read(int records, int limit, long bytes) {
        emptyLooks = records == 0 ? emptyLooks + 1 : 0;
        if (bytes >= OutboxStore.MOST_BYTES) {
            batch = Math.min(LARGEST, 2 * records);
        } else if (limit > 0) {
            batch = records == limit ? Math.min(LARGEST, 2 * batch) : Math.max(SMALLEST, batch / 2);
        }
    }

    /** Notes that there is something to read. */
    void woken() {
        emptyLooks = 0;
    }

    /** Returns the wait before the next look. */
    Duration nextLook(Backoff pace, RandomGenerator random) {
        return emptyLooks == 0 ? Duration.ZERO : pace.delay(emptyLooks, random);
    }
}
