package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.gobridge.camel.outbox.record.StoredRecord;

/**
 * Says from where on a partition has to be read. Reading on from the highest place seen would skip records: a
 * transaction may take its places early and commit late. Reading from the start each time would wade through all that
 * was deleted.
 *
 * <ol>
 * <li>nothing kept was below the floor when the floor was noted
 * <li>a transaction of our own is short: what is to appear below a floor has appeared after the look-back
 * <li>a transaction of a user may take longer: every now and then all is read from the start
 * <li>what appeared below a floor may fail and has to be read again: that floor no longer counts
 * </ol>
 *
 * Not thread-safe.
 */
final class LowWater {

    private static final long LOOK_BACK = Duration.ofSeconds(5).toNanos();
    private static final long FULL_EVERY = Duration.ofSeconds(5).toNanos();
    private static final long NOTED_EVERY = Duration.ofMillis(100).toNanos();

    private final Deque<Floor> floors = new ArrayDeque<>();
    private long lastFull;
    private boolean hasRead;

    private record Floor(long noted, long seq) {
    }

    /** Returns the place behind which the next read begins. */
    long next(long now) {
        while (floors.size() > 1 && secondOldest().noted() <= now - LOOK_BACK) {
            floors.removeFirst();
        }
        if (!hasRead || now - lastFull >= FULL_EVERY) {
            hasRead = true;
            lastFull = now;
            return 0;
        }
        Floor oldest = floors.peekFirst();
        return oldest == null || oldest.noted() > now - LOOK_BACK ? 0 : oldest.seq() - 1;
    }

    private Floor secondOldest() {
        var iterator = floors.iterator();
        iterator.next();
        return iterator.next();
    }

    /** Notes what was read, by its places: floors above it were too high. */
    void read(List<StoredRecord> records) {
        if (!records.isEmpty()) {
            long lowest = records.get(0).seq();
            floors.removeIf(floor -> floor.seq() > lowest);
        }
    }

    /** Notes that nothing that is kept now is below the place. */
    void note(long now, long seq) {
        if (floors.isEmpty() || now - floors.getLast().noted() >= NOTED_EVERY) {
            floors.addLast(new Floor(now, seq));
        }
    }
}
