package io.gobridge.camel.outbox;

import java.time.Duration;
import java.time.Instant;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.awaitility.Awaitility.await;

/** A node with an outbox, and a memory queue as the source of its messages. */
final class OutboxStage implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    final CamelContext context = new DefaultCamelContext();
    final SharedOutbox outbox;
    final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();

    OutboxStage(DataSource dataSource, String name) {
        outbox = new SharedOutbox(dataSource);
        outbox.setName(name);
        outbox.setCreateSchema(true);
        outbox.setShards(2);
        outbox.setLeaseTtl(Duration.ofSeconds(2));
        outbox.setBackoff(new Backoff(Duration.ofMillis(50), Duration.ofMillis(200), 2, 0));
        context.getRegistry().bind("outbox", outbox);
        context.getRegistry().bind("deadLetters", deadLetters);
    }

    OutboxStage bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
        return this;
    }

    /** Starts routes that lead from the queue, or from anywhere else, into the outbox. */
    OutboxStage start(RouteBuilder routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        return this;
    }

    /** Starts a route that leads from the queue to the target of this name. */
    OutboxStage start(String options) throws Exception {
        return start(new RouteBuilder() {

            @Override
            public void configure() {
                from("gobridge:in?source=gobridge-memory:in").routeId("in")
                        .to("gobridge:out?deliveryMode=shared_outbox&" + options);
            }
        });
    }

    MemoryQueue queue() {
        return context.getEndpoint("gobridge-memory:in", MemoryEndpoint.class).getQueue();
    }

    void put(String id) {
        put(message(id));
    }

    void put(Envelope message) {
        if (!queue().put(message)) {
            throw new IllegalStateException("The queue is full");
        }
    }

    static Envelope message(String id) {
        return Envelope.withId(id).payload(Payload.ofText(id)).createdAt(Instant.parse("2026-01-01T12:00:00Z")).build();
    }

    /** Returns how many records the outbox of this name keeps. */
    static int kept(DataSource dataSource, String name) {
        return new JdbcTemplate(dataSource).queryForObject(
                "SELECT COUNT(*) FROM gobridge_outbox o JOIN gobridge_lease l ON l.partition_id = o.partition_id"
                                                           + " WHERE l.outbox = ?",
                Integer.class, name);
    }

    /** Waits until the source has nothing left. */
    void awaitTaken() {
        await().atMost(LONG).until(() -> queue().size() == 0);
    }

    @Override
    public void close() {
        context.stop();
    }
}
