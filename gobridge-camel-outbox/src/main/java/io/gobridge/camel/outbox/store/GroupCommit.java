package io.gobridge.camel.outbox.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.record.NewRecord;

/**
 * Lets messages that come at the same time share a commit: what waits while one runs goes into the next, so that nobody
 * waits when there is nobody else. Thread-safe.
 */
public final class GroupCommit {

    private static final int MOST_RECORDS = 500;

    private final OutboxStore store;
    private final Executor executor;
    private final Queue<Unit> waiting = new ArrayDeque<>();
    private boolean isCommitting;

    /** Commits into the store, on a thread of the executor. */
    public GroupCommit(OutboxStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    /** The records of one message, and who waits for them. */
    private record Unit(List<NewRecord> records, CompletableFuture<List<Persisted>> result) {
    }

    /** Keeps the records, all or none. The stage says of each what happened. */
    public CompletionStage<List<Persisted>> persist(List<NewRecord> records) {
        Unit unit = new Unit(records, new CompletableFuture<>());
        synchronized (this) {
            waiting.add(unit);
            if (isCommitting) {
                return unit.result();
            }
            isCommitting = true;
        }
        try {
            executor.execute(this::commitAll);
        } catch (RejectedExecutionException e) {
            refuseAll(e);
        }
        return unit.result();
    }

    private void commitAll() {
        for (List<Unit> group = next(); !group.isEmpty(); group = next()) {
            commit(group);
        }
    }

    private synchronized List<Unit> next() {
        List<Unit> group = new ArrayList<>();
        int records = 0;
        while (!waiting.isEmpty() && (group.isEmpty() || records + waiting.peek().records().size() <= MOST_RECORDS)) {
            records += waiting.peek().records().size();
            group.add(waiting.remove());
        }
        isCommitting = !group.isEmpty();
        return group;
    }

    /** A record that the database cannot hold must not keep the others out: its half is halved until it is alone. */
    private void commit(List<Unit> group) {
        List<NewRecord> records = group.stream().flatMap(unit -> unit.records().stream()).toList();
        try {
            tell(group, store.persist(records, OutboxTransaction.OWN));
        } catch (BridgeException e) {
            if (group.size() > 1 && e.scope() == FailureScope.MESSAGE) {
                commit(group.subList(0, group.size() / 2));
                commit(group.subList(group.size() / 2, group.size()));
            } else {
                group.forEach(unit -> unit.result().completeExceptionally(e));
            }
        } catch (RuntimeException | Error e) {
            group.forEach(unit -> unit.result().completeExceptionally(e));
        }
    }

    private static void tell(List<Unit> group, List<Persisted> results) {
        int first = 0;
        for (Unit unit : group) {
            int end = first + unit.records().size();
            unit.result().complete(List.copyOf(results.subList(first, end)));
            first = end;
        }
    }

    private void refuseAll(RejectedExecutionException cause) {
        List<Unit> refused;
        synchronized (this) {
            refused = List.copyOf(waiting);
            waiting.clear();
            isCommitting = false;
        }
        BridgeException why = BridgeException.of(FailureCode.CONNECTION_LOST, "The outbox is closed; nothing was kept", cause);
        refused.forEach(unit -> unit.result().completeExceptionally(why));
    }
}
