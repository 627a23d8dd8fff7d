package io.gobridge.camel.testkit.outbox.crash;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Holds up the first thread that comes to a point, says so, and lets it go on when it is told to. Thread-safe. */
final class Gate {

    private final Consumer<CrashPoint> report;
    private CrashPoint armed = CrashPoint.ANYWHERE;
    private CountDownLatch opened = new CountDownLatch(0);

    /** @param report is told when a thread is held up */
    Gate(Consumer<CrashPoint> report) {
        this.report = report;
    }

    synchronized void arm(CrashPoint point) {
        armed = point;
        opened = new CountDownLatch(1);
    }

    synchronized void open() {
        opened.countDown();
    }

    /** Does nothing unless the point is armed. */
    void at(CrashPoint reached) {
        CountDownLatch gate;
        synchronized (this) {
            if (reached != armed) {
                return;
            }
            armed = CrashPoint.ANYWHERE;
            gate = opened;
        }
        report.accept(reached);
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
