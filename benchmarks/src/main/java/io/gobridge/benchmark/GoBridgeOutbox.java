package io.gobridge.benchmark;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.outbox.SharedOutbox;
import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** gobridge as a route uses it: an exchange with headers goes into the producer, and comes out at the target. */
final class GoBridgeOutbox implements OutboxPeer {

    private static final int KEYS = 1_000;

    static final Map<String, Object> HEADERS = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", 3, "trace", "4bf92f3577b34da6a3ce929d0e0e4736");

    private final int shards;
    private Runnable counter;
    private NoTarget target;
    private DefaultCamelContext context;
    private AsyncProducer producer;

    GoBridgeOutbox(int shards) {
        this.shards = shards;
    }

    @Override
    public void onSent(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public void open(OutboxDatabase database) throws Exception {
        target = new NoTarget(counter);
        SharedOutbox outbox = new SharedOutbox(database.pool());
        outbox.setCreateSchema(true);
        outbox.setShards(shards);
        outbox.setDeadLetter(new MemoryDeadLetterStore());
        context = new DefaultCamelContext();
        context.getRegistry().bind("outbox", outbox);
        context.getRegistry().bind("target", target);
        RouteBuilder.addRoutes(context, routes -> routes.from("direct:in").errorHandler(routes.noErrorHandler())
                .to("gobridge:out?target=#target&deliveryMode=shared_outbox&maxOutboxDepth=2000000"));
        context.start();
        Endpoint in = context.getEndpoint("direct:in");
        producer = in.createAsyncProducer();
        producer.start();
    }

    @Override
    public CompletionStage<Void> persist(int number, byte[] payload) {
        Exchange exchange = producer.getEndpoint().createExchange();
        Map<String, Object> headers = new HashMap<>(HEADERS);
        headers.put(GoBridgeConstants.MESSAGE_ID, "message-" + number);
        headers.put(GoBridgeConstants.ORDERING_KEY, "device-" + number % KEYS);
        exchange.getMessage().setBody(payload);
        exchange.getMessage().setHeaders(headers);
        CompletableFuture<Void> kept = new CompletableFuture<>();
        producer.process(exchange, isSync -> {
            if (exchange.getException() == null) {
                kept.complete(null);
            } else {
                kept.completeExceptionally(exchange.getException());
            }
        });
        return kept;
    }

    @Override
    public void drain() {
        target.accept();
    }

    @Override
    public void close() throws IOException {
        producer.stop();
        context.close();
    }
}
