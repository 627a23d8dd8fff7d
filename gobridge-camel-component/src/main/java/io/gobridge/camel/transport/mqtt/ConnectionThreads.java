package io.gobridge.camel.transport.mqtt;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads of one Paho client: one each to connect, read, write, call back and ping. Paho's reader dies silently of
 * a packet that it cannot decode, and the connection then looks alive: whoever owns these threads is told.
 */
final class ConnectionThreads extends ScheduledThreadPoolExecutor {

    private static final int MOST_THREADS = 8;

    private final Consumer<Throwable> onDeath;

    ConnectionThreads(String name, Consumer<Throwable> onDeath) {
        super(MOST_THREADS, work -> daemon(work, name));
        this.onDeath = onDeath;
        setRemoveOnCancelPolicy(true);
        setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        setKeepAliveTime(10, TimeUnit.SECONDS);
        allowCoreThreadTimeOut(true);
    }

    @Override
    protected void afterExecute(Runnable work, Throwable error) {
        super.afterExecute(work, error);
        if (error != null) {
            onDeath.accept(error);
        } else if (work instanceof Future<?> future && future.isDone()) {
            reportDeath(future);
        }
    }

    private void reportDeath(Future<?> ended) {
        try {
            ended.get();
        } catch (CancellationException e) {
            // Paho stops its threads this way.
        } catch (ExecutionException e) {
            onDeath.accept(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, "gobridge-mqtt-" + name);
        thread.setDaemon(true);
        return thread;
    }
}
