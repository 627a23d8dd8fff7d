package io.gobridge.camel.outbox;

import java.time.Clock;

import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.StoreFixture;

/** The reference store. */
final class MemoryStoreFixture implements StoreFixture {

    private final MemoryOutboxStore store = new MemoryOutboxStore(Clock.systemUTC());

    @Override
    public OutboxStore records() {
        return store;
    }

    @Override
    public LeaseStore leases() {
        return store;
    }

    @Override
    public void close() {
        // Nothing outlives it.
    }
}
