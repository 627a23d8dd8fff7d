package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import io.gobridge.camel.outbox.store.Claim;

/**
 * Says from where on a partition has to be read. Reading on from the highest place seen would skip records: a
 * transaction may take its places early and commit late, and what follows in the same sequence would be sent first.
 * Reading from the start each time would wade through all that was deleted.
 *
 * <ol>
 * <li>nothing that was kept when a floor was noted was below it; one that something is found below is noted no more
 * <li>what is to appear below a floor has appeared when the transactions of that moment have ended: a database that
 * knows says so, else it is so after the look-back, since transactions of our own are short
 * <li>a transaction of a user may take longer: every now and then all is read from the start
 * </ol>
 *
 * Not thread-safe.
 */
final class LowWater {

    private static final long LOOK_BACK = Duration.ofSeconds(5).toNanos();
    private static final long FULL_EVERY = Duration.ofSeconds(5).toNanos();
    private static final long NOTED_EVERY = Duration.ofMillis(10).toNanos();

    private final Deque<Floor> floors = new ArrayDeque<>();
    private long lastFull;
    private boolean hasRead;
    private long firstOpen;

    private record Floor(long noted, long seq, long nextTransaction) {
    }

    /** Returns the place behind which the next read begins. */
    long next(long now) {
        while (floors.size() > 1 && isFinal(secondOldest(), now)) {
            floors.removeFirst();
        }
        if (!hasRead || now - lastFull >= FULL_EVERY) {
            hasRead = true;
            lastFull = now;
            return 0;
        }
        Floor oldest = floors.peekFirst();
        return oldest == null || !isFinal(oldest, now) ? 0 : oldest.seq() - 1;
    }

    private boolean isFinal(Floor floor, long now) {
        boolean haveEnded = floor.nextTransaction() != Claim.UNKNOWN && firstOpen >= floor.nextTransaction();
        return haveEnded || floor.noted() <= now - LOOK_BACK;
    }

    private Floor secondOldest() {
        var iterator = floors.iterator();
        iterator.next();
        return iterator.next();
    }

    /** Notes that a read that began now found nothing below the place. */
    void note(long now, long seq, Claim read) {
        if (read.firstOpen() != Claim.UNKNOWN) {
            firstOpen = read.firstOpen();
        }
        while (!floors.isEmpty() && floors.getLast().seq() > seq) {
            floors.removeLast();
        }
        if (floors.isEmpty() || now - floors.getLast().noted() >= NOTED_EVERY) {
            floors.addLast(new Floor(now, seq, read.nextTransaction()));
        }
    }
}
