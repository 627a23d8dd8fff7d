package io.gobridge.camel.outbox;

import java.util.UUID;

import javax.sql.DataSource;

import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.store.Database;
import io.gobridge.camel.outbox.store.Dialect;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.SqlStores;
import io.gobridge.camel.testkit.outbox.StoreFixture;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** The stores of an outbox in a database, with the routes that lead there. */
final class SqlStoreFixture implements StoreFixture {

    private final CamelContext context = new DefaultCamelContext();
    private final SqlStores stores;

    SqlStoreFixture(DataSource dataSource) throws Exception {
        String name = "test-" + UUID.randomUUID();
        Dialect dialect = Dialect.of(dataSource);
        new Database(dialect, dataSource).createSchema();
        context.start();
        stores = SqlStores.open(context, name, dataSource, dialect);
    }

    @Override
    public OutboxStore records() {
        return stores.records();
    }

    @Override
    public LeaseStore leases() {
        return stores.leases();
    }

    @Override
    public void close() {
        stores.close();
        context.stop();
    }
}
