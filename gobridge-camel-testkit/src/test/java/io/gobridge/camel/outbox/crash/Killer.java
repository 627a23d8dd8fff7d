package io.gobridge.camel.outbox.crash;

import java.util.concurrent.atomic.AtomicInteger;

/** Ends this process at the n-th time that it comes to a point, as {@code kill -9} would: nothing is closed. */
final class Killer {

    private static final int KILLED = 137;

    private final CrashPoint point;
    private final AtomicInteger timesLeft;

    Killer(CrashPoint point, int time) {
        this.point = point;
        this.timesLeft = new AtomicInteger(time);
    }

    void at(CrashPoint reached) {
        if (reached == point && timesLeft.decrementAndGet() == 0) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
