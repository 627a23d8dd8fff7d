package io.gobridge.camel.delivery;

import java.time.Clock;
import java.time.Duration;

/**
 * Gives the time and runs things later without parking a thread. Thread-safe; a test passes one that it moves by hand.
 */
public interface Scheduler {

    /** Returns the clock that belongs to this scheduler. */
    Clock clock();

    /** Runs the task once after the wait; the task must return at once. */
    Task schedule(Duration wait, Runnable task);

    /** Something that will run later. */
    @FunctionalInterface
    interface Task {

        /** Keeps the task from running, if it has not started. */
        void cancel();
    }
}
