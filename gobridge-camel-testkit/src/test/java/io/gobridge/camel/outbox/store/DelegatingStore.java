package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.outbox.record.NewRecord;

/** A store that asks another one, for tests that change a part of it. */
public class DelegatingStore implements OutboxStore {

    private final OutboxStore store;

    protected DelegatingStore(OutboxStore store) {
        this.store = store;
    }

    @Override
    public List<Persisted> persist(List<NewRecord> records, OutboxTransaction transaction) {
        return store.persist(records, transaction);
    }

    @Override
    public Claim cycle(Cycle cycle) {
        return store.cycle(cycle);
    }

    @Override
    public int count(Collection<Long> partitions, int limit) {
        return store.count(partitions, limit);
    }

    @Override
    public Backlog backlog(long partition, int limit) {
        return store.backlog(partition, limit);
    }

    @Override
    public int purge(long partition, Duration retention) {
        return store.purge(partition, retention);
    }

    @Override
    public int forget(long partition, Duration window) {
        return store.forget(partition, window);
    }
}
