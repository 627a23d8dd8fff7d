package io.gobridge.camel.outbox;

import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.contract.DeadLetterStoreContract;

/** Memory keeps the dead letters as the reference. */
class MemoryDeadLetterStoreTest extends DeadLetterStoreContract {

    @Override
    protected DeadLetterArchive open() {
        return new MemoryDeadLetterStore();
    }
}
