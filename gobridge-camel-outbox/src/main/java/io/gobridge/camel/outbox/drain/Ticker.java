package io.gobridge.camel.outbox.drain;

/**
 * A clock that nobody sets and that has no zero: only differences of its readings mean something.
 */
@FunctionalInterface
public interface Ticker {

    /** The one of this process. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns the reading in nanoseconds. */
    long nanos();
}
