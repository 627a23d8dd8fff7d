package io.gobridge.camel.transport.sqs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs a task when a test says so; a task that has not run is a blocking call that has not begun. */
final class ManualExecutor implements Executor {

    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    int waiting() {
        return tasks.size();
    }

    void runOne() {
        tasks.remove().run();
    }

    /** Runs what waits, and what that starts, until nothing waits. */
    void runAll() {
        while (!tasks.isEmpty()) {
            runOne();
        }
    }

    /** Runs what waits now. */
    void runWaiting() {
        for (int left = tasks.size(); left > 0; left--) {
            runOne();
        }
    }
}
