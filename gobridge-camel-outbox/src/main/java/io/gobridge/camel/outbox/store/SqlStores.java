package io.gobridge.camel.outbox.store;

import javax.sql.DataSource;

import io.gobridge.camel.outbox.lease.LeaseStore;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The database of one outbox, with its routes in the CamelContext. Thread-safe. */
public final class SqlStores implements AutoCloseable {

    private final SqlOutboxStore records;
    private final SqlLeaseStore leases;

    private SqlStores(SqlOutboxStore records, SqlLeaseStore leases) {
        this.records = records;
        this.leases = leases;
    }

    /**
     * Adds the routes of an outbox to the CamelContext, which starts them, and opens the stores behind them.
     *
     * @param  name      names the outbox: its rows, its routes, its beans
     * @throws Exception when Camel cannot add them
     */
    public static SqlStores open(CamelContext context, String name, DataSource dataSource, Dialect dialect) throws Exception {
        OutboxRoutes routes = new OutboxRoutes(name, dialect);
        DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource);
        bind(context, routes.dataSource(), dataSource);
        bind(context, routes.ownPolicy(), policy(manager, TransactionDefinition.PROPAGATION_REQUIRED));
        bind(context, routes.requiredPolicy(), policy(manager, TransactionDefinition.PROPAGATION_MANDATORY));
        context.addRoutes(routes);
        Sql sql = new Sql(dialect, dataSource);
        return new SqlStores(new SqlOutboxStore(sql, routes, context), new SqlLeaseStore(sql, name));
    }

    private static void bind(CamelContext context, String name, Object bean) {
        context.getRegistry().bind(name, bean);
    }

    private static SpringTransactionPolicy policy(DataSourceTransactionManager manager, int propagation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        if (propagation == TransactionDefinition.PROPAGATION_REQUIRED) {
            template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        }
        return new SpringTransactionPolicy(template);
    }

    /** Tells whether the route is one of the outbox of this name. */
    public static boolean isRoute(String name, String routeId) {
        return OutboxRoutes.ids(name).contains(routeId);
    }

    /** Returns the store of the records. */
    public OutboxStore records() {
        return records;
    }

    /** Returns the store of the leases. */
    public LeaseStore leases() {
        return leases;
    }

    @Override
    public void close() {
        records.close();
    }
}
