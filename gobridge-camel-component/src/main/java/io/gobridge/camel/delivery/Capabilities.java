package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.Objects;

/**
 * Says what a source can do about a delivery, as data that the runtime, the contract tests and the documentation read.
 *
 * @param retry          who waits when a delivery is retried later
 * @param longestRetry   longest wait that the source can carry: any up to it when native; when held, those for which
 *                       the lock window has no room; zero when it carries none
 * @param lockWindow     how long the source waits for settlement before it gives the message to somebody else; extended
 *                       by {@link Delivery#extend}; zero when the source sets no such deadline
 * @param redelivers     whether the source hands over again what was not settled when this process dies
 * @param countsAttempts whether {@link Delivery#attempt()} survives a restart of this process
 * @param rejects        whether the source has a dead-lettering of its own that {@link Delivery#reject} reaches
 * @param ordersGroups   whether the source has native ordering groups
 */
public record Capabilities(RetrySupport retry, Duration longestRetry, Duration lockWindow, boolean redelivers,
        boolean countsAttempts, boolean rejects, boolean ordersGroups) {

    /** Who waits when a delivery is retried later. */
    public enum RetrySupport {
        /** The source: the message leaves this process and comes back after the wait. */
        NATIVE,
        /** This process: the delivery is held unsettled and run again after the wait. */
        HELD
    }

    /** @throws IllegalArgumentException when a duration is negative */
    public Capabilities {
        Objects.requireNonNull(retry, "retry");
        if (longestRetry.isNegative() || lockWindow.isNegative()) {
            throw new IllegalArgumentException(
                    "longestRetry=" + longestRetry + ", lockWindow=" + lockWindow + "; neither may be negative");
        }
    }

    /**
     * Returns the capabilities of a source that can do nothing but be acknowledged: it neither waits, counts nor
     * redelivers.
     */
    public static Capabilities none() {
        return new Capabilities(RetrySupport.HELD, Duration.ZERO, Duration.ZERO, false, false, false, false);
    }

    /** Returns a copy for a source that redelivers what was not settled, or does not. */
    public Capabilities withRedelivers(boolean value) {
        return new Capabilities(retry, longestRetry, lockWindow, value, countsAttempts, rejects, ordersGroups);
    }

    /** Returns a copy for a source that retries natively, with waits up to the longest. */
    public Capabilities withNativeRetry(Duration longest) {
        return new Capabilities(RetrySupport.NATIVE, longest, lockWindow, redelivers, countsAttempts, rejects, ordersGroups);
    }

    /**
     * Returns a copy for a source whose retries are held, except waits up to the longest that outlive its lock window.
     */
    public Capabilities withLongWaits(Duration longest) {
        return new Capabilities(RetrySupport.HELD, longest, lockWindow, redelivers, countsAttempts, rejects, ordersGroups);
    }

    /** Returns a copy with this lock window. */
    public Capabilities withLockWindow(Duration window) {
        return new Capabilities(retry, longestRetry, window, redelivers, countsAttempts, rejects, ordersGroups);
    }

    /** Returns a copy for a source that counts attempts, or does not. */
    public Capabilities withCountsAttempts(boolean value) {
        return new Capabilities(retry, longestRetry, lockWindow, redelivers, value, rejects, ordersGroups);
    }

    /** Returns a copy for a source that has its own dead-lettering, or has none. */
    public Capabilities withRejects(boolean value) {
        return new Capabilities(retry, longestRetry, lockWindow, redelivers, countsAttempts, value, ordersGroups);
    }

    /** Returns a copy for a source that has ordering groups, or has none. */
    public Capabilities withOrdersGroups(boolean value) {
        return new Capabilities(retry, longestRetry, lockWindow, redelivers, countsAttempts, rejects, value);
    }

    /** Tells whether the source waits itself before a retry after so long; else this process does. */
    public boolean carries(Duration wait) {
        if (wait.compareTo(longestRetry) > 0) {
            return false;
        }
        boolean outlivesLock = hasLock() && wait.compareTo(lockWindow.multipliedBy(2).dividedBy(3)) > 0;
        return retry == RetrySupport.NATIVE || outlivesLock;
    }

    /** Tells whether the source sets a deadline that must be extended. */
    public boolean hasLock() {
        return !lockWindow.isZero();
    }
}
