package io.gobridge.camel.outbox;

import io.gobridge.camel.testkit.outbox.OutboxStoreContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;

/** Memory keeps the records as the reference. */
class MemoryOutboxStoreTest extends OutboxStoreContract {

    @Override
    protected StoreFixture open() {
        return new MemoryStoreFixture();
    }
}
