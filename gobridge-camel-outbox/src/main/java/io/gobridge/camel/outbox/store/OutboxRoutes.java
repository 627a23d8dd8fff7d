package io.gobridge.camel.outbox.store;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.sql.SqlConstants;
import org.apache.camel.component.sql.SqlEndpoint;
import org.apache.camel.model.errorhandler.SpringTransactionErrorHandlerDefinition;

/**
 * The two ways through an outbox, as routes that anybody can see, trace and stop: what comes in, and one drain cycle of
 * a partition. Each is one transaction; no connection is held while anything is sent.
 */
final class OutboxRoutes extends RouteBuilder {

    private static final String PERSIST = "persist";
    private static final String PERSIST_REQUIRED = "persist-required";
    private static final String DRAIN = "drain";

    private static final String GROUP = "CamelGoBridgeOutboxGroup";
    private static final String CYCLE = "CamelGoBridgeOutboxCycle";

    private final String name;
    private final Dialect dialect;

    /** @param name names the outbox within its CamelContext, and the beans that the routes refer to */
    OutboxRoutes(String name, Dialect dialect) {
        this.name = name;
        this.dialect = dialect;
    }

    @Override
    public void configure() {
        persist(persist(), PERSIST, ownPolicy());
        persist(persistRequired(), PERSIST_REQUIRED, requiredPolicy());

        from(cycle()).routeId(id(DRAIN)).routeConfigurationId(id("none")).errorHandler(quietly(ownPolicy()))
                .transacted(ownPolicy())
                .setProperty(CYCLE, body())
                .setBody().exchange(cycle(CycleRun::fence)).to(sql("fence", 4))
                .process(exchange -> run(exchange).requireFenced(updatedRows(exchange)))
                .filter(exchange -> run(exchange).keepsCompleted())
                .setBody().exchange(cycle(CycleRun::completed)).to(sql("keep-completed", 2))
                .end()
                .filter(exchange -> run(exchange).hasCompleted())
                .setBody().exchange(cycle(CycleRun::completed)).to(sql("complete", 2))
                .end()
                .filter(exchange -> run(exchange).hasReplays())
                .setBody().exchange(cycle(CycleRun::replays)).to(sqlBatch("replay", 6))
                .end()
                .filter(exchange -> run(exchange).wants())
                .setBody().exchange(cycle(CycleRun::wanted)).to(claim())
                .process(exchange -> run(exchange).claimed(rows(exchange)))
                .end();
    }

    private void persist(String from, String id, String policy) {
        from(from).routeId(id(id)).routeConfigurationId(id("none")).errorHandler(quietly(policy))
                .transacted(policy)
                .setProperty(GROUP, body())
                .setBody().exchange(group(PersistGroup::keys)).to(sql("find-seen", 2))
                .process(exchange -> group(exchange).dropKnown(rows(exchange)))
                .filter(exchange -> group(exchange).hasFresh())
                .setBody().exchange(group(PersistGroup::seenRows)).to(sqlRows("insert-seen", 3))
                .setBody().exchange(group(PersistGroup::recordRows)).to(sqlRows("insert-record", 11))
                .end();
    }

    /** Whoever sends into a route is told of its failure, and says so once. */
    private static SpringTransactionErrorHandlerDefinition quietly(String policy) {
        SpringTransactionErrorHandlerDefinition handler = new SpringTransactionErrorHandlerDefinition();
        handler.setTransactedPolicyRef(policy);
        handler.setRollbackLoggingLevel(LoggingLevel.TRACE.name());
        handler.setLevel(LoggingLevel.OFF.name());
        return handler;
    }

    String persist() {
        return "direct:" + id(PERSIST);
    }

    String persistRequired() {
        return "direct:" + id(PERSIST_REQUIRED);
    }

    String cycle() {
        return "direct:" + id(DRAIN);
    }

    /** Returns the name of the bean that begins a transaction, or joins the caller's. */
    String ownPolicy() {
        return id("tx");
    }

    /** Returns the name of the bean that joins the caller's transaction and refuses to begin one. */
    String requiredPolicy() {
        return id("tx-required");
    }

    /** Returns the name of the bean that connects to the database. */
    String dataSource() {
        return id("data-source");
    }

    /** Returns the ids of the routes. */
    static List<String> ids(String name) {
        return Stream.of(PERSIST, PERSIST_REQUIRED, DRAIN).map(role -> id(name, role)).toList();
    }

    private String id(String role) {
        return id(name, role);
    }

    private static String id(String name, String role) {
        return "gobridge-outbox-" + name + "-" + role;
    }

    private String sql(String statement, int parameters) {
        return "sql:classpath:" + dialect.statement(statement) + "?dataSource=#" + dataSource() + "&parametersCount="
               + parameters;
    }

    private String sqlBatch(String statement, int parameters) {
        return sql(statement, parameters) + "&batch=true";
    }

    private String sqlRows(String statement, int parameters) {
        return dialect.takesColumns() ? sql(statement, parameters) : sqlBatch(statement, parameters);
    }

    /** Set here, since camel-sql takes a factory in the registry for everybody's statements. */
    private Endpoint claim() {
        SqlEndpoint claim = endpoint(sql("claim", 5), SqlEndpoint.class);
        claim.setRowMapperFactory(new ClaimRows());
        return claim;
    }

    private static Function<Exchange, Object> group(Function<PersistGroup, Object> part) {
        return exchange -> part.apply(group(exchange));
    }

    private static PersistGroup group(Exchange exchange) {
        return exchange.getProperty(GROUP, PersistGroup.class);
    }

    private static Function<Exchange, Object> cycle(Function<CycleRun, Object> part) {
        return exchange -> part.apply(run(exchange));
    }

    private static CycleRun run(Exchange exchange) {
        return exchange.getProperty(CYCLE, CycleRun.class);
    }

    private static int updatedRows(Exchange exchange) {
        return exchange.getMessage().getHeader(SqlConstants.SQL_UPDATE_COUNT, 0, Integer.class);
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> rows(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
