package io.gobridge.camel.exchange;

/**
 * The thread that takes a delivery into the route: ours to interrupt only while it is inside process(). Thread-safe.
 */
final class RouteThread {

    private Thread processing;
    private boolean interrupted;

    synchronized void enters() {
        processing = Thread.currentThread();
        interrupted = false;
    }

    synchronized void leaves() {
        processing = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    synchronized void interrupt() {
        if (processing != null) {
            interrupted = true;
            processing.interrupt();
        }
    }
}
