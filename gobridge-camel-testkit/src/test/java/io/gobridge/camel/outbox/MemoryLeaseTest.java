package io.gobridge.camel.outbox;

import io.gobridge.camel.testkit.outbox.LeaseContract;
import io.gobridge.camel.testkit.outbox.StoreFixture;

/** Memory keeps the leases as the reference. */
class MemoryLeaseTest extends LeaseContract {

    @Override
    protected StoreFixture open() {
        return new MemoryStoreFixture();
    }
}
