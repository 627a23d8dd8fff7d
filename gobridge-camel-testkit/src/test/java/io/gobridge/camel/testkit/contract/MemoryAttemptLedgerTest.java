package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.MemoryAttemptLedger;

/** The attempt ledger of one process. */
class MemoryAttemptLedgerTest extends AttemptLedgerContract {

    @Override
    protected AttemptLedger open() {
        return new MemoryAttemptLedger();
    }
}
