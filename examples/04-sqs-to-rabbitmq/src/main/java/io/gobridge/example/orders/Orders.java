package io.gobridge.example.orders;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.apache.camel.main.Main;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Takes each order from one SQS queue to the RabbitMQ queue that {@link ByRegion} chooses. The bridge itself is
 * {@code camel/orders.yaml}.
 */
public final class Orders {

    private static final String QUEUE = "orders";
    private static final int ORDERS = 4;
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 150;

    private final PrintStream out;

    Orders(PrintStream out) {
        this.out = out;
    }

    /** Runs the example; the exit code is 1 when an order is missing. */
    public static void main(String[] args) throws Exception {
        List<String> read = new Orders(System.out).run();
        System.exit(read.size() == ORDERS - 1 ? 0 : 1);
    }

    /** Returns what arrived in which queue. */
    List<String> run() throws Exception {
        out.println("Starting an SQS server and a broker for AMQP 0-9-1 in this process, and the bridge ...");
        try (EmbeddedSqs sqs = EmbeddedSqs.start().createQueue(QUEUE); EmbeddedBrokerJ rabbit = EmbeddedBrokerJ.start();
             Warehouses warehouses = new Warehouses(rabbit.port())) {
            order(sqs, "2 valves", Map.of("region", "EU"));
            order(sqs, "7 pumps", Map.of("region", "US"));
            order(sqs, "1 seal", Map.of("region", "EU", "express", "yes"));
            order(sqs, "9 hoses", Map.of("region", "Mars"));
            CachingConnectionFactory connections = connections(rabbit);
            Main main = camel(sqs, connections);
            main.start();
            try {
                report(main, warehouses);
            } finally {
                main.stop();
                connections.destroy();
            }
            return warehouses.read();
        }
    }

    private static void order(EmbeddedSqs sqs, String text, Map<String, String> attributes) {
        sqs.send(QUEUE, text, attributes.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                entry -> MessageAttributeValue.builder().dataType("String").stringValue(entry.getValue()).build())));
    }

    private static CachingConnectionFactory connections(EmbeddedBrokerJ rabbit) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        connections.setUsername(EmbeddedBrokerJ.USER);
        connections.setPassword(EmbeddedBrokerJ.USER);
        return connections;
    }

    private static Main camel(EmbeddedSqs sqs, CachingConnectionFactory connections) {
        Main main = new Main();
        main.bind("rabbit", connections);
        main.configure().setRoutesIncludePattern("classpath:camel/orders.yaml");
        sqs.properties("sqs.").forEach(main::addInitialProperty);
        return main;
    }

    private void report(Main main, Warehouses warehouses) throws InterruptedException {
        GoBridgeConsumer bridge = (GoBridgeConsumer) main.getCamelContext().getRoute("orders").getConsumer();
        MemoryDeadLetterStore deadLetters
                = main.getCamelContext().getRegistry().lookupByNameAndType("deadLetters", MemoryDeadLetterStore.class);
        for (int tick = 0; !isDone(bridge.counts(), warehouses) && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
        warehouses.read().forEach(line -> out.println("  " + line));
        deadLetters.entries().forEach(entry -> out.println(
                "  dead letter: " + entry.envelope().payload().toText() + ", " + entry.reason()));
        out.println("ledger: " + bridge.counts());
    }

    private static boolean isDone(DeliveryCounts counts, Warehouses warehouses) {
        return counts.receipts() >= ORDERS && counts.inFlight() == 0 && warehouses.read().size() >= ORDERS - 1;
    }
}
