package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.dispatch.Outbox.OutboxDrain;
import io.gobridge.camel.dispatch.OutboxBinding;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.store.GroupCommit;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.Persisted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** An outbox at work. Thread-safe. */
final class RunningOutbox implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunningOutbox.class);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(40);

    private final OutboxSettings settings;
    private final OutboxSite site;
    private final Map<String, KeptBinding> bindings = new LinkedHashMap<>();
    private final ReusedIds reusedIds;
    private final RepeatedTask housekeeping;
    private final RepeatedTask watch;
    private final ManagedOutbox managed;

    private RunningOutbox(OutboxSettings settings, OutboxSite site) {
        this.settings = settings;
        this.site = site;
        this.reusedIds = new ReusedIds(settings.onIdReuse(), site.deadLetters(), site.scheduler().clock());
        Housekeeping cleaner = new Housekeeping(
                site.records(), settings.dedupeWindow(), settings.completedRetention(), this::partitionsHere);
        this.housekeeping
                = new RepeatedTask(site.scheduler(), site.executor(), cleaner.interval(), cleaner::clean);
        this.watch = new RepeatedTask(site.scheduler(), site.executor(), settings.meterInterval(), this::look);
        this.managed = new ManagedOutbox(settings.name(), site.node(), this::kept);
    }

    static RunningOutbox start(SharedOutbox bean) {
        OutboxSettings settings = OutboxSettings.of(bean);
        RunningOutbox outbox = new RunningOutbox(settings, OutboxSite.open(bean, settings));
        outbox.housekeeping.start();
        outbox.watch.start();
        outbox.managed.register(bean.getCamelContext());
        return outbox;
    }

    synchronized OutboxDrain open(OutboxBinding binding) {
        KeptBinding kept = bindings.containsKey(binding.id())
                ? bindings.get(binding.id()).use(binding.sender()) : KeptBinding.start(binding, site, settings);
        bindings.put(binding.id(), kept);
        return new OutboxDrain() {

            @Override
            public List<String> reasons() {
                return kept.drain().reasons();
            }

            @Override
            public Map<String, Object> details() {
                return kept.details();
            }

            @Override
            public CompletionStage<Void> close() {
                return release(binding);
            }
        };
    }

    private CompletionStage<Void> release(OutboxBinding binding) {
        KeptBinding closed;
        synchronized (this) {
            closed = bindings.get(binding.id());
            if (closed == null) {
                return CompletableFuture.completedFuture(null);
            }
            if (!closed.release()) {
                return bounded(closed.drain().remove(binding.sender()));
            }
            bindings.remove(binding.id());
        }
        return bounded(closed.close());
    }

    private static CompletableFuture<Void> bounded(CompletionStage<Void> closing) {
        return closing.toCompletableFuture().completeOnTimeout(null, LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    CompletionStage<Void> persist(OutboxMessage message) {
        try {
            List<NewRecord> records = message.destinations().stream().map(to -> record(message, to)).toList();
            return message.transaction() == OutboxTransaction.OWN
                    ? persist(message, records)
                    : persistJoined(message, records);
        } catch (BridgeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private NewRecord record(OutboxMessage message, OutboxMessage.Destination to) {
        KeptBinding binding = binding(to.binding());
        binding.takeRoom(to.message().envelope());
        return NewRecord.of(
                binding.partition(to.message().envelope()), UUID.randomUUID().toString(), message.routeId(), message.sourceId(),
                to.message());
    }

    private synchronized KeptBinding binding(String id) {
        KeptBinding binding = bindings.get(id);
        if (binding == null) {
            throw BridgeException.of(FailureCode.UNAVAILABLE,
                    "Outbox '" + settings.name() + "' keeps nothing for binding '" + id + "' any more: its route has stopped")
                    .withScope(FailureScope.TARGET);
        }
        return binding;
    }

    private CompletionStage<Void> persist(OutboxMessage message, List<NewRecord> records) {
        GroupCommit commits = site.commits();
        long begun = site.ticker().nanos();
        return commits.persist(records).thenCompose(results -> {
            measured(message, records, begun);
            countSuppressed(message, results);
            wake(message, records, results);
            List<NewRecord> again = reusedIds.keptAllTheSame(records, results);
            CompletionStage<Void> buried = reusedIds.bury(message, records, results);
            return again.isEmpty()
                    ? buried : buried.thenCompose(nothing -> commits.persist(again))
                            .thenAccept(kept -> wake(message, records, results));
        });
    }

    /** The rows are the caller's, and so is the thread: whoever commits is on it. */
    private CompletionStage<Void> persistJoined(OutboxMessage message, List<NewRecord> records) {
        OutboxStore store = site.records();
        long begun = site.ticker().nanos();
        List<Persisted> results = store.persist(records, message.transaction());
        measured(message, records, begun);
        List<NewRecord> again = reusedIds.keptAllTheSame(records, results);
        if (!again.isEmpty()) {
            store.persist(again, message.transaction());
        }
        afterCommit(() -> {
            countSuppressed(message, results);
            wake(message, records, results);
        });
        CompletableFuture<Void> buried = reusedIds.bury(message, records, results).toCompletableFuture();
        awaitHere(buried);
        return buried;
    }

    /** What follows in the route is to be on this thread, which has the transaction. */
    private static void awaitHere(CompletableFuture<Void> stage) {
        try {
            stage.join();
        } catch (CompletionException | CancellationException e) {
            LOG.debug("The stage is handed on as it failed", e);
        }
    }

    private void measured(OutboxMessage message, List<NewRecord> records, long begun) {
        Duration took = Duration.ofNanos(site.ticker().nanos() - begun);
        for (int i = 0; i < records.size(); i++) {
            KeptBinding binding = find(message.destinations().get(i).binding());
            if (binding != null) {
                binding.measured(records.get(i).partition(), took);
            }
        }
    }

    private static void afterCommit(Runnable task) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            task.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

            @Override
            public void afterCommit() {
                task.run();
            }
        });
    }

    private void countSuppressed(OutboxMessage message, List<Persisted> results) {
        for (int i = 0; i < results.size(); i++) {
            KeptBinding binding = find(message.destinations().get(i).binding());
            if (binding != null && results.get(i) == Persisted.DUPLICATE) {
                binding.suppressed();
            }
        }
    }

    private void wake(OutboxMessage message, List<NewRecord> records, List<Persisted> results) {
        for (int i = 0; i < records.size(); i++) {
            KeptBinding binding = find(message.destinations().get(i).binding());
            // One that was closed meanwhile is sent for by others: the record is kept all the same.
            if (binding != null && results.get(i) != Persisted.DUPLICATE) {
                binding.kept(records.get(i).partition());
            }
        }
    }

    private Duration look() {
        kept().forEach(binding -> binding.states().look());
        return settings.meterInterval();
    }

    private synchronized List<KeptBinding> kept() {
        return List.copyOf(bindings.values());
    }

    private List<Long> partitionsHere() {
        return kept().stream().flatMap(binding -> binding.drain().partitions().stream()).toList();
    }

    /** Returns what the outbox does for the binding; null when it does nothing for it. */
    synchronized KeptBinding find(String id) {
        return bindings.get(id);
    }

    @Override
    public void close() {
        List<CompletableFuture<Void>> closings = new ArrayList<>();
        synchronized (this) {
            bindings.values().forEach(binding -> closings.add(bounded(binding.close())));
            bindings.clear();
        }
        housekeeping.close();
        watch.close();
        managed.unregister(site.context());
        CompletableFuture.allOf(closings.toArray(CompletableFuture[]::new)).join();
    }
}
