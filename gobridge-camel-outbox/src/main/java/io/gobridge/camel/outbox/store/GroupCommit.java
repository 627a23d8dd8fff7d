package io.gobridge.camel.outbox.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.record.Sharding;

/**
 * Lets messages that come at the same time share a commit: what waits while commits run goes into the next, so that
 * nobody waits when there is nobody else. Thread-safe.
 *
 * <p>
 * While one commit waits for the disk another goes on, but not with the same message, which would wait for the first in
 * the database, nor with one that follows in a sequence, which must not come before it.
 */
public final class GroupCommit {

    /** Commits that run side by side; each holds a connection. */
    public static final int COMMITS_AT_A_TIME = 2;

    private static final int MOST_RECORDS = 500;

    private final OutboxStore store;
    private final Executor executor;
    private final Queue<Unit> waiting = new ArrayDeque<>();
    /** What the commits that run are about. */
    private final Set<Object> subjects = new HashSet<>();
    private int commits;

    /** Commits into the store, on threads of the executor. */
    public GroupCommit(OutboxStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    /** Messages with one key are sent in the order in which they are kept. */
    private record Sequence(long partition, long key) {
    }

    /** The records of one message, what they are about, and who waits for them. */
    private record Unit(List<NewRecord> records, Set<Object> subjects, CompletableFuture<List<Persisted>> result) {

        static Unit of(List<NewRecord> records) {
            Set<Object> subjects = new HashSet<>();
            for (NewRecord record : records) {
                subjects.add(record.dedupeKey());
                if (record.key() != Sharding.NO_KEY) {
                    subjects.add(new Sequence(record.partition(), record.key()));
                }
            }
            return new Unit(records, subjects, new CompletableFuture<>());
        }
    }

    /** Keeps the records, all or none. The stage says of each what happened. */
    public CompletionStage<List<Persisted>> persist(List<NewRecord> records) {
        Unit unit = Unit.of(records);
        synchronized (this) {
            waiting.add(unit);
            if (commits == COMMITS_AT_A_TIME) {
                return unit.result();
            }
            commits++;
        }
        try {
            executor.execute(this::commitAll);
        } catch (RuntimeException | Error e) {
            refuseAll(e);
        }
        return unit.result();
    }

    private void commitAll() {
        for (List<Unit> group = next(); !group.isEmpty(); group = next()) {
            commit(group);
            ended(group);
        }
    }

    private synchronized List<Unit> next() {
        List<Unit> group = new ArrayList<>();
        Set<Object> passedOver = new HashSet<>(subjects);
        int records = 0;
        for (Iterator<Unit> units = waiting.iterator(); units.hasNext();) {
            Unit unit = units.next();
            if (!Collections.disjoint(passedOver, unit.subjects())) {
                passedOver.addAll(unit.subjects());
            } else if (group.isEmpty() || records + unit.records().size() <= MOST_RECORDS) {
                records += unit.records().size();
                group.add(unit);
                units.remove();
            } else {
                break;
            }
        }
        group.forEach(unit -> subjects.addAll(unit.subjects()));
        commits -= group.isEmpty() ? 1 : 0;
        return group;
    }

    private synchronized void ended(List<Unit> group) {
        group.forEach(unit -> subjects.removeAll(unit.subjects()));
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

    private void refuseAll(Throwable cause) {
        List<Unit> refused;
        synchronized (this) {
            refused = List.copyOf(waiting);
            waiting.clear();
            commits--;
        }
        BridgeException why = BridgeException.of(FailureCode.CONNECTION_LOST,
                "The outbox has no threads, as when it is closed; nothing was kept", cause);
        refused.forEach(unit -> unit.result().completeExceptionally(why));
    }
}
