package io.gobridge.camel.traps;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.servicebus.EntityDepth;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A route from or to a Service Bus whose time stands still: what comes again was given back. */
final class ServiceBusTrap implements AutoCloseable {

    private static final String QUEUE = "orders";

    private final ServiceBusEmulator emulator
            = ServiceBusEmulator.start(new SettableClock(Instant.now())).createQueue(QUEUE);
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final AtomicInteger runs = new AtomicInteger();

    ServiceBusTrap() {
        camel.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
        camel.start();
    }

    String stockEndpoint() {
        return emulator.endpointUri(QUEUE);
    }

    String bridgedSource() {
        return "gobridge:in?deadLetter=#deadLetters&backoff.initial=10m&backoff.max=10m&source=azure-servicebus:" + QUEUE
               + "&source.connectionString=RAW(" + emulator.connectionString() + ")";
    }

    String bridgedTarget() {
        return "gobridge:out?target=azure-servicebus:" + QUEUE + "&target.connectionString=RAW("
               + emulator.connectionString() + ")";
    }

    void send(String endpoint, Map<String, Object> headers) {
        camel.createProducerTemplate().sendBodyAndHeaders(endpoint, "order-1", headers);
    }

    /** Starts a route that fails for every message. */
    void failEverything(String source) throws Exception {
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(source).process(exchange -> {
                    runs.incrementAndGet();
                    throw new IllegalStateException("This order cannot be processed");
                });
            }
        });
    }

    int runs() {
        return runs.get();
    }

    EntityDepth depth() {
        return emulator.depth(QUEUE);
    }

    long abandoned() {
        return emulator.settlements().stream().filter(call -> call.wish() == SettlementCall.Wish.ABANDON).count();
    }

    ServiceBusReceivedMessage arrived() {
        try (ServiceBusReceiverClient client = new ServiceBusClientBuilder().connectionString(emulator.connectionString())
                .receiver().queueName(QUEUE).buildClient()) {
            return client.receiveMessages(1, Duration.ofSeconds(20)).stream().findFirst().orElseThrow();
        }
    }

    @Override
    public void close() {
        camel.stop();
        emulator.close();
    }
}
