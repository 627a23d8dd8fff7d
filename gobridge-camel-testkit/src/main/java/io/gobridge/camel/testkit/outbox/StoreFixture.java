package io.gobridge.camel.testkit.outbox;

import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.store.OutboxStore;

/** The stores of one outbox under test, empty at first. */
public interface StoreFixture extends AutoCloseable {

    /** Returns the store of the records. */
    OutboxStore records();

    /** Returns the store of the leases, of the same outbox. */
    LeaseStore leases();

    @Override
    void close();
}
