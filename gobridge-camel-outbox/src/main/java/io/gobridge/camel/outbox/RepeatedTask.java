package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task that may block, again and again until it is closed, and parks no thread in between. Thread-safe. */
final class RepeatedTask implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

    private final Scheduler scheduler;
    private final Executor executor;
    private final Duration usualWait;
    private final Supplier<Duration> task;
    private boolean isClosed;
    private Scheduler.Task timer = () -> {
    };

    /**
     * @param usualWait the wait before the first run, and after one that failed
     * @param task      returns the wait before its next run
     */
    RepeatedTask(Scheduler scheduler, Executor executor, Duration usualWait, Supplier<Duration> task) {
        this.scheduler = scheduler;
        this.executor = executor;
        this.usualWait = usualWait;
        this.task = task;
    }

    void start() {
        schedule(usualWait);
    }

    private synchronized void schedule(Duration wait) {
        if (!isClosed) {
            timer = scheduler.schedule(wait, this::begin);
        }
    }

    private void begin() {
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            close();
        }
    }

    private void run() {
        Duration next = usualWait;
        try {
            next = task.get();
        } catch (RuntimeException e) {
            LOG.debug("What an outbox does every {} failed; tried again", usualWait, e);
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
