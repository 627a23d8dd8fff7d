package io.gobridge.camel.outbox;

import javax.sql.DataSource;

import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.testkit.contract.AttemptLedgerContract;
import org.junit.jupiter.api.AfterEach;

/** What {@link SqlAttemptLedger} has to do in each database. */
abstract class SqlAttemptLedgerContract extends AttemptLedgerContract {

    private SqlBeans beans;

    abstract DataSource database();

    @Override
    protected final AttemptLedger open() {
        beans = new SqlBeans(database());
        return beans.ledger();
    }

    @Override
    protected final AttemptLedger onAnotherNode(AttemptLedger ledger) {
        return beans.ledger();
    }

    @AfterEach
    final void close() {
        beans.close();
    }
}
