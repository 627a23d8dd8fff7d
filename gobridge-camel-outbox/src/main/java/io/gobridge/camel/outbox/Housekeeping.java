package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets the messages that were kept long ago, a few at a time. Thread-safe. */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    private final OutboxSite site;
    private final Duration window;
    private final Supplier<List<Long>> partitions;
    private boolean isClosed;
    private Scheduler.Task timer = () -> {
    };

    /** @param partitions those that this node sends from */
    Housekeeping(OutboxSite site, Duration window, Supplier<List<Long>> partitions) {
        this.site = site;
        this.window = window;
        this.partitions = partitions;
    }

    void start() {
        schedule(EVERY);
    }

    private synchronized void schedule(Duration wait) {
        if (!isClosed) {
            timer = site.scheduler().schedule(wait, this::begin);
        }
    }

    private void begin() {
        try {
            site.executor().execute(this::forget);
        } catch (RejectedExecutionException e) {
            close();
        }
    }

    private void forget() {
        Duration next = EVERY;
        try {
            int forgotten = 0;
            for (long partition : partitions.get()) {
                forgotten += site.records().forget(partition, window);
            }
            next = forgotten > 0 ? BETWEEN_PORTIONS : EVERY;
        } catch (BridgeException e) {
            LOG.debug("What was kept long ago could not be forgotten; tried again", e);
        } finally {
            schedule(next);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        timer.cancel();
    }
}
