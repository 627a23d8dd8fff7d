package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.delivery.Scheduler;

/**
 * Pings when for half the interval nothing was written, as the broker was promised, or nothing came; gives up when a
 * ping that was written has no answer for a whole interval, or nothing can be written that long. Thread-safe.
 */
final class KeepAlive {

    private final Scheduler scheduler;
    private final PacketWriter writer;
    private final Runnable giveUp;
    private Duration interval = Duration.ZERO;
    private long bytesSeen;
    private Instant waitingSince = Instant.MIN;
    private CompletableFuture<Integer> ping;
    private boolean isPingWritten;
    private volatile boolean hasReceived;
    private boolean isStopped;
    private Scheduler.Task timer = () -> {
    };

    /** @param giveUp what to do when nobody answers */
    KeepAlive(Scheduler scheduler, PacketWriter writer, Runnable giveUp) {
        this.scheduler = scheduler;
        this.writer = writer;
        this.giveUp = giveUp;
    }

    /** @param wanted the interval; zero for no pings */
    synchronized void start(Duration wanted) {
        interval = wanted;
        if (!isStopped && !interval.isZero()) {
            timer = scheduler.schedule(interval.dividedBy(2), this::tick);
        }
    }

    synchronized void stop() {
        isStopped = true;
        timer.cancel();
    }

    void received() {
        hasReceived = true;
    }

    synchronized void answered() {
        ping = null;
    }

    private void tick() {
        if (isDead()) {
            giveUp.run();
        } else {
            start(interval);
        }
    }

    private synchronized boolean isDead() {
        Instant now = scheduler.clock().instant();
        long written = writer.bytesWritten();
        boolean hasWritten = written != bytesSeen;
        boolean isSilent = !hasWritten || !hasReceived;
        bytesSeen = written;
        hasReceived = false;
        if (isStopped || (ping == null && !isSilent)) {
            return false;
        }
        if (ping == null) {
            ping(now);
            return false;
        }
        if (!isPingWritten && (hasWritten || ping.isDone())) {
            isPingWritten = ping.isDone();
            waitingSince = now;
        }
        return !now.isBefore(waitingSince.plus(interval));
    }

    private void ping(Instant now) {
        waitingSince = now;
        isPingWritten = false;
        ping = new CompletableFuture<>();
        writer.write(ClientPackets.ping(), new byte[0], ping);
    }
}
