package io.gobridge.camel.outbox;

import io.gobridge.camel.testkit.outbox.OutboxCycleContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;

/** Memory settles and reads the records as the reference. */
class MemoryOutboxCycleTest extends OutboxCycleContract {

    @Override
    protected StoreFixture open() {
        return new MemoryStoreFixture();
    }
}
