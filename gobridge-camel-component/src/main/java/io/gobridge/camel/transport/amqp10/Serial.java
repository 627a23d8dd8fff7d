package io.gobridge.camel.transport.amqp10;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other on the threads of an executor: a JMS session is for one thread at a time. No thread
 * waits while there is no task. Thread-safe.
 */
final class Serial implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

    private final Executor executor;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean isRunning;

    Serial(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (isRunning) {
                return;
            }
            isRunning = true;
        }
        executor.execute(this::runAll);
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("A task of an AMQP link failed unexpectedly; the next ones run", e);
            }
        }
    }

    private Runnable next() {
        synchronized (tasks) {
            Runnable next = tasks.poll();
            isRunning = next != null;
            return next;
        }
    }
}
