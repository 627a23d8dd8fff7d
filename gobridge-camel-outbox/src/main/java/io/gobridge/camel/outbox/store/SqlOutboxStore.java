package io.gobridge.camel.outbox.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.outbox.record.NewRecord;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.support.service.ServiceHelper;

/** Keeps the records of one outbox in its database, through the routes of {@link OutboxRoutes}. Thread-safe. */
final class SqlOutboxStore implements OutboxStore, AutoCloseable {

    /** A group that meets a record of another node is tried again: then the record is known. */
    private static final int TRIES = 3;

    private final Sql sql;
    private final long mostStatementBytes;
    private final Producer persist;
    private final Producer persistRequired;
    private final Producer cycle;

    SqlOutboxStore(Sql sql, OutboxRoutes routes, CamelContext context) throws Exception {
        this.sql = sql;
        this.mostStatementBytes = sql.mostStatementBytes();
        this.persist = producer(context, routes.persist());
        this.persistRequired = producer(context, routes.persistRequired());
        this.cycle = producer(context, routes.cycle());
    }

    private static Producer producer(CamelContext context, String uri) throws Exception {
        Endpoint endpoint = context.getEndpoint(uri);
        Producer producer = endpoint.createProducer();
        ServiceHelper.startService(producer);
        return producer;
    }

    @Override
    public List<Persisted> persist(List<NewRecord> records, OutboxTransaction transaction) {
        PersistGroup group = new PersistGroup(sql.dialect(), mostStatementBytes, records);
        Producer route = transaction == OutboxTransaction.REQUIRED ? persistRequired : persist;
        String what = "Keeping " + records.size() + " records in the outbox";
        for (int tries = 1;; tries++) {
            Exception error = run(route, group);
            if (error == null) {
                return group.results();
            }
            boolean isAlone = transaction == OutboxTransaction.OWN;
            if (!isAlone || tries == TRIES || !SqlFailures.isDuplicate(error)) {
                throw SqlFailures.of(error, what);
            }
        }
    }

    @Override
    public Claim cycle(Cycle work) {
        CycleRun run = new CycleRun(sql.dialect(), work);
        Exception error = run(cycle, run);
        if (error != null) {
            throw SqlFailures.of(error, "A drain cycle under the " + work.lease());
        }
        return run.claim();
    }

    /** A fresh exchange each time: headers of a caller's could change what camel-sql does. */
    private static Exception run(Producer route, Object body) {
        Exchange exchange = route.getEndpoint().createExchange();
        exchange.getMessage().setBody(body);
        try {
            route.process(exchange);
        } catch (Exception e) {
            return e;
        }
        return exchange.getException();
    }

    /** One by one: H2 2.3.232 counts too many when an inner limit meets several partitions. */
    @Override
    public int count(Collection<Long> partitions, int limit) {
        int count = 0;
        for (long partition : partitions) {
            if (count < limit) {
                count += sql.query("count", (row, number) -> row.getInt(1), partition, limit - count).get(0);
            }
        }
        return count;
    }

    @Override
    public Backlog backlog(long partition, int limit) {
        return sql.query("oldest", (row, number) -> Duration.ofMillis(Math.max(0, row.getLong("age_ms"))), partition).stream()
                .findFirst().map(age -> new Backlog(count(List.of(partition), limit), age)).orElse(Backlog.NONE);
    }

    @Override
    public int forget(long partition, Duration window) {
        return sql.update("forget", partition, window.toMillis());
    }

    @Override
    public int purge(long partition, Duration retention) {
        return sql.update("purge", partition, retention.toMillis());
    }

    @Override
    public void close() throws BridgeException {
        ServiceHelper.stopAndShutdownServices(persist, persistRequired, cycle);
    }
}
