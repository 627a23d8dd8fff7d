package io.gobridge.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;

/** db-scheduler: a task for once per payload, fetched with lock-and-fetch by 20 threads. Keeps no order. */
final class DbSchedulerPeer implements OutboxPeer {

    private static final int THREADS = 20;

    /** Its own definition of the table. */
    private static final String SCHEMA = """
            create table scheduled_tasks (task_name text not null, task_instance text not null, task_data bytea,
            execution_time timestamp with time zone not null, picked boolean not null, picked_by text,
            last_success timestamp with time zone, last_failure timestamp with time zone, consecutive_failures int,
            last_heartbeat timestamp with time zone, version bigint not null, priority smallint,
            primary key (task_name, task_instance))""";

    private Runnable counter;
    private ExecutorService callers;
    private OneTimeTask<byte[]> task;
    private Scheduler scheduler;

    @Override
    public void onSent(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public void open(OutboxDatabase database) {
        database.jdbc().execute(SCHEMA);
        database.jdbc().execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
        database.jdbc().execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
        callers = Executors.newFixedThreadPool(THREADS);
        task = Tasks.oneTime("payload", byte[].class).execute((instance, context) -> counter.run());
        scheduler = Scheduler.create(database.pool(), task).threads(THREADS).pollUsingLockAndFetch(0.5, 4)
                .pollingInterval(Duration.ofMillis(100)).build();
    }

    @Override
    public CompletionStage<Void> persist(int number, byte[] payload) {
        return CompletableFuture.runAsync(
                () -> scheduler.schedule(task.instance("message-" + number, payload), Instant.EPOCH), callers);
    }

    @Override
    public void drain() {
        scheduler.start();
    }

    @Override
    public void close() {
        scheduler.stop();
        callers.shutdownNow();
    }
}
