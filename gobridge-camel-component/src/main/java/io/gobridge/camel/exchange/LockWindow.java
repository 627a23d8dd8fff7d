package io.gobridge.camel.exchange;

import java.time.Instant;

import io.gobridge.camel.delivery.Capabilities;

/** How long the source leaves a delivery to us, and whether it is being asked for more. Thread-safe. */
final class LockWindow {

    private Instant until;
    private boolean isExtending;

    LockWindow(Capabilities source, Instant receivedAt) {
        this.until = source.hasLock() ? receivedAt.plus(source.lockWindow()) : receivedAt;
    }

    synchronized Instant until() {
        return until;
    }

    synchronized void until(Instant instant) {
        until = instant;
    }

    /** False while an extension has no answer. */
    synchronized boolean beginExtension() {
        boolean begins = !isExtending;
        isExtending = true;
        return begins;
    }

    synchronized void endExtension() {
        isExtending = false;
    }
}
