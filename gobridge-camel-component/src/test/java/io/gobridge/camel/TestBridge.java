package io.gobridge.camel;

import java.time.Instant;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A CamelContext named {@code here} with one dead-letter store, and the queues that its routes use. */
public final class TestBridge implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();

    /** Has a dead-letter store in the registry. */
    public TestBridge() {
        this("deadLetters");
    }

    /** Has the dead-letter store under this name in the registry; null for none. */
    public TestBridge(String store) {
        context.getCamelContextExtension().setName("here");
        context.getShutdownStrategy().setTimeout(5);
        if (store != null) {
            bind(store, deadLetters);
        }
    }

    public TestBridge bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
        return this;
    }

    public TestBridge route(LambdaRouteBuilder route) {
        try {
            RouteBuilder.addRoutes(context, route);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return this;
    }

    public TestBridge start() {
        context.start();
        return this;
    }

    public DefaultCamelContext context() {
        return context;
    }

    public GoBridgeComponent component() {
        return context.getComponent("gobridge", GoBridgeComponent.class);
    }

    public MemoryDeadLetterStore deadLetters() {
        return deadLetters;
    }

    public MemoryQueue queue(String name) {
        return context.getEndpoint("gobridge-memory:" + name, MemoryEndpoint.class).getQueue();
    }

    public GoBridgeConsumer consumer(String routeId) {
        return (GoBridgeConsumer) context.getRoute(routeId).getConsumer();
    }

    /** Starts a message with the text and headers. */
    public static Envelope message(String id, String text, Headers headers) {
        return Envelope.withId(id).createdAt(Instant.parse("2026-01-01T00:00:00Z")).payload(Payload.ofText(text))
                .headers(headers).build();
    }

    @Override
    public void close() {
        context.stop();
    }
}
