package io.gobridge.camel.outbox.drain;

import java.time.Duration;

import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.OutboxStore;

/** How much the drain of a partition reads, and how long it waits before it reads more. Not thread-safe. */
final class DrainPacing {

    static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    /** Records that wait for their next send, beyond which no more are read: something is wrong with the target. */
    private static final int MOST_HELD = 10_000;
    /** How long a slow send keeps the others of its batch from being settled. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final DrainPorts ports;
    private final Unsettled unsettled;
    private final ReadSize readSize = new ReadSize();
    private boolean hasFailed;
    private boolean isWoken;
    private boolean isClosing;

    DrainPacing(DrainPorts ports, Unsettled unsettled) {
        this.ports = ports;
        this.unsettled = unsettled;
    }

    /** Notes that there is something to read. */
    void woken() {
        isWoken = true;
        readSize.woken();
    }

    /** Notes that nothing is to be read any more. */
    void closing() {
        isClosing = true;
    }

    boolean isClosing() {
        return isClosing;
    }

    /** Begins a cycle, and returns how many records it may read. */
    int nextLimit() {
        isWoken = false;
        TargetPause pause = ports.sends().pause();
        boolean isFull = unsettled.heldRecords() > MOST_HELD || unsettled.bytes() >= OutboxStore.MOST_BYTES;
        if (isClosing || isFull || !pause.remaining().isZero()) {
            return 0;
        }
        return pause.isProbing() ? 1 - Math.min(1, unsettled.size()) : readSize.batch() - unsettled.size();
    }

    /** Notes what a cycle read of what it might have. */
    void cycleEnded(Claim claim, int limit) {
        hasFailed = false;
        long bytes = claim.records().stream().mapToLong(record -> record.encoded().size()).sum();
        readSize.read(claim.records().size(), limit, bytes);
    }

    void cycleFailed() {
        hasFailed = true;
    }

    /** Returns the wait before the next cycle. */
    Duration nextWait() {
        if (hasFailed) {
            return AFTER_FAILURE;
        }
        if (unsettled.isSending()) {
            return PATIENCE;
        }
        if (isClosing || isWoken || unsettled.hasNews()) {
            return Duration.ZERO;
        }
        Duration renewal = ports.settings().leaseTtl().dividedBy(3);
        Duration pause = ports.sends().pause().remaining();
        if (!pause.isZero()) {
            return shorter(pause, renewal);
        }
        Duration look = readSize.nextLook(ports.settings().pace(), ports.site().random());
        long due = unsettled.nanosToNext(ports.site().ticker().nanos()).orElse(Long.MAX_VALUE);
        return shorter(shorter(look, renewal), Duration.ofNanos(due));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
