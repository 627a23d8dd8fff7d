package io.gobridge.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;

/** gruelbox transaction-outbox: one transaction a payload, which is submitted after its commit. Keeps no order. */
final class TransactionOutboxPeer implements OutboxPeer {

    private static final int THREADS = 20;

    private Runnable counter;
    private ExecutorService callers;
    private ExecutorService workers;
    private TransactionManager transactions;
    private TransactionOutbox outbox;
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean isDraining;

    /** What is called for each payload. */
    public static class Target {

        private final Runnable counter;

        Target(Runnable counter) {
            this.counter = counter;
        }

        /** Takes a payload. */
        public void take(String payload) {
            counter.run();
        }
    }

    @Override
    public void onSent(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public void open(OutboxDatabase database) {
        isDraining = false;
        heldBack.clear();
        callers = Executors.newFixedThreadPool(THREADS);
        workers = Executors.newFixedThreadPool(THREADS);
        transactions = TransactionManager.fromDataSource(database.pool());
        outbox = TransactionOutbox.builder().transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9)).submitter(submitter())
                .instantiator(Instantiator.using(type -> new Target(counter))).build();
    }

    /** Nothing goes to the workers before it may. */
    private Submitter submitter() {
        return (entry, work) -> {
            Runnable task = () -> workers.execute(() -> work.accept(entry));
            synchronized (heldBack) {
                if (!isDraining) {
                    heldBack.add(task);
                    return;
                }
            }
            task.run();
        };
    }

    @Override
    public CompletionStage<Void> persist(int number, byte[] payload) {
        String text = new String(payload, java.nio.charset.StandardCharsets.ISO_8859_1).replace('\0', 'x');
        return CompletableFuture.runAsync(
                () -> transactions.inTransaction(() -> outbox.schedule(Target.class).take(text)), callers);
    }

    @Override
    public void drain() {
        List<Runnable> tasks;
        synchronized (heldBack) {
            isDraining = true;
            tasks = List.copyOf(heldBack);
            heldBack.clear();
        }
        tasks.forEach(Runnable::run);
    }

    @Override
    public void close() {
        callers.shutdownNow();
        workers.shutdownNow();
    }
}
