package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.gobridge.camel.outbox.store.OutboxStore;

/**
 * Forgets the messages that were kept long ago and purges what was completed long ago, in small portions, each in a
 * transaction of its own. Thread-safe.
 */
final class Housekeeping {

    private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(30);
    private static final Duration AT_MOST_EVERY = Duration.ofSeconds(1);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);
    private static final int PARTS_OF_WINDOW = 10;

    private final OutboxStore store;
    private final Duration window;
    private final Duration retention;
    private final Supplier<List<Long>> partitions;

    /**
     * @param window     how long a message is known
     * @param retention  how long a completed record is kept; zero when none are
     * @param partitions those that this node sends from
     */
    Housekeeping(OutboxStore store, Duration window, Duration retention, Supplier<List<Long>> partitions) {
        this.store = store;
        this.window = window;
        this.retention = retention;
        this.partitions = partitions;
    }

    /** Returns the wait between two runs: a fraction of the window, so that little more than the window is there. */
    Duration interval() {
        Duration part = window.dividedBy(PARTS_OF_WINDOW);
        Duration bounded = part.compareTo(AT_LEAST_EVERY) < 0 ? part : AT_LEAST_EVERY;
        return bounded.compareTo(AT_MOST_EVERY) > 0 ? bounded : AT_MOST_EVERY;
    }

    /** Deletes a portion of each partition, and returns the wait before the next ones. */
    Duration clean() {
        boolean isMore = false;
        for (long partition : partitions.get()) {
            isMore |= store.forget(partition, window) >= OutboxStore.PORTION;
            // Without a retention the table is left alone: another node may have one.
            isMore |= !retention.isZero() && store.purge(partition, retention) >= OutboxStore.PORTION;
        }
        return isMore ? BETWEEN_PORTIONS : interval();
    }
}
