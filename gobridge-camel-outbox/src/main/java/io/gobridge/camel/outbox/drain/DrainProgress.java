package io.gobridge.camel.outbox.drain;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

import io.gobridge.camel.outbox.observe.Trouble;

/**
 * Tells whether the drain of a partition gets on. It is stalled when for some lease times
 *
 * <ol>
 * <li>no cycle has ended, with success or without
 * <li>or records were due, and none came to its end or failed for its own sake
 * </ol>
 *
 * Not thread-safe.
 */
final class DrainProgress {

    private static final int LEASE_TIMES = 4;

    private final Clock clock;
    private final Duration patience;
    private Optional<Trouble> trouble = Optional.empty();
    private long lastCycle;
    private long lastSettled;
    private boolean isDue;

    /** @param now the reading of the ticker, as everywhere here */
    DrainProgress(Clock clock, Duration leaseTtl, long now) {
        this.clock = clock;
        this.patience = leaseTtl.multipliedBy(LEASE_TIMES);
        this.lastCycle = now;
        this.lastSettled = now;
    }

    /** Notes a cycle, after which so many records are taken and not sent. */
    void cycleEnded(int read, boolean hasLooked, int taken, long now) {
        trouble = Optional.empty();
        lastCycle = now;
        if (read > 0 && !isDue) {
            isDue = true;
            lastSettled = now;
        } else if (hasLooked && read == 0 && taken == 0) {
            isDue = false;
        }
    }

    void cycleFailed(String why, long now) {
        trouble = Optional.of(Trouble.after(trouble, clock.instant(), why));
        lastCycle = now;
    }

    /** Notes how a send ended. */
    void ended(Verdict.Ending ending, long now) {
        switch (ending) {
            case COMPLETED, REPLAYED -> lastSettled = now;
            case TARGET_DOWN, UNSENT -> {
                // The record is as it was.
            }
        }
    }

    /** Returns what the store did not do last; empty when it did. */
    Optional<Trouble> trouble() {
        return trouble;
    }

    boolean isStalled(long now) {
        return isOver(now - lastCycle) || (isDue && isOver(now - lastSettled));
    }

    private boolean isOver(long nanos) {
        return nanos > patience.toNanos();
    }
}
