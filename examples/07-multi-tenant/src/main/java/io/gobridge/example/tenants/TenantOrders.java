package io.gobridge.example.tenants;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.processors.tenant.TenantProcessor;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.main.Main;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/**
 * Takes the orders of two tenants through all five steps to a warehouse, whose broker is away for a while, or to the
 * freight forwarders. The bridge itself is {@code routes/orders.yaml}, or the same in Java with the argument
 * {@code java}.
 */
public final class TenantOrders {

    private static final String SHOP = "orders";
    private static final String FREIGHT = "freight";
    private static final long TICK_MILLIS = 50;
    private static final int PATIENCE_TICKS = 1200;

    private final PrintStream out;
    private final Language language;
    private final Endings endings = new Endings();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final List<Order> sent = new ArrayList<>();

    TenantOrders(PrintStream out, Language language) {
        this.out = out;
        this.language = language;
    }

    /** Runs the example; the exit code is 1 when an order did not arrive exactly once. */
    public static void main(String[] args) throws Exception {
        Language language = args.length == 0 ? Language.YAML : Language.valueOf(args[0].toUpperCase(Locale.ROOT));
        TenantOrders example = new TenantOrders(System.out, language);
        List<Outcome> outcomes = example.run();
        System.exit(outcomes.stream().allMatch(example::isGood) ? 0 : 1);
    }

    /** Returns where each order went, in the order in which they were sent. */
    List<Outcome> run() throws Exception {
        out.println("Starting the broker of a warehouse in this process, and the bridge in " + language + " ...");
        try (EmbeddedBrokerJ rabbit = EmbeddedBrokerJ.start()) {
            Warehouse warehouse = new Warehouse(rabbit);
            warehouse.declareQueue();
            CachingConnectionFactory connections = connections(rabbit);
            Main main = camel(connections);
            main.start();
            try {
                exceedQuota(main);
                outliveOutage(main, rabbit);
                return report(main, warehouse);
            } finally {
                main.stop();
                connections.destroy();
            }
        }
    }

    private static CachingConnectionFactory connections(EmbeddedBrokerJ rabbit) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        connections.setUsername(EmbeddedBrokerJ.USER);
        connections.setPassword(EmbeddedBrokerJ.USER);
        return connections;
    }

    private Main camel(CachingConnectionFactory connections) {
        Main main = new Main();
        main.bind("rabbit", connections);
        main.bind("deadLetters", deadLetters);
        main.bind("endings", endings);
        language.addRoutes(main);
        return main;
    }

    private void exceedQuota(Main main) throws Exception {
        send(main, "/orders.ndjson");
        await(() -> isSettled(main));
        TenantProcessor tenant = main.getCamelContext().getRegistry().lookupByNameAndType("tenant", TenantProcessor.class);
        out.println("  -- " + endings.size() + " of " + sent.size() + " orders settled; acme was over its quota "
                    + tenant.getOverQuota() + " times --");
    }

    private void outliveOutage(Main main, EmbeddedBrokerJ rabbit) throws Exception {
        rabbit.kill();
        out.println("  -- the broker of the warehouse dies --");
        send(main, "/orders-during-outage.ndjson");
        await(() -> bridge(main).reasons().stream().anyMatch(reason -> reason.contains("intake is paused")));
        out.println("  -- the breaker is open: " + queue(main, SHOP).size() + " orders stay at the shop, "
                    + deadLetters.entries().size() + " dead letters --");
        rabbit.restart();
        out.println("  -- it is back --");
        await(() -> isSettled(main));
    }

    private void send(Main main, String resource) throws IOException {
        for (Order order : Order.read(resource)) {
            sent.add(order);
            // Under its id, which is what tells a duplicate.
            queue(main, SHOP)
                    .put(Envelope.withId(order.id()).createdAt(Instant.now()).payload(Payload.ofText(order.json())).build());
        }
    }

    private boolean isSettled(Main main) {
        return endings.size() == sent.size() && bridge(main).counts().inFlight() == 0;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int tick = 0; !condition.getAsBoolean() && tick < PATIENCE_TICKS; tick++) {
            Thread.sleep(TICK_MILLIS);
        }
    }

    private static GoBridgeConsumer bridge(Main main) {
        return (GoBridgeConsumer) main.getCamelContext().getRoute("orders").getConsumer();
    }

    private static MemoryQueue queue(Main main, String name) {
        return main.getCamelContext().getEndpoint("gobridge-memory:" + name, MemoryEndpoint.class).getQueue();
    }

    private List<Outcome> report(Main main, Warehouse warehouse) throws Exception {
        List<Arrival> arrivals = warehouse.drain();
        queue(main, FREIGHT).messages().forEach(
                message -> arrivals.add(new Arrival(message.id(), FREIGHT, message.payload().toText())));
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (Order order : sent) {
            outcomes.computeIfAbsent(order.id(), id -> new Outcome(
                    id, order.tenant(), endings.of(id),
                    arrivals.stream().filter(arrival -> arrival.order().equals(id)).toList()));
        }
        out.println(Outcome.HEAD);
        outcomes.values().forEach(out::println);
        out.println("ledger: " + bridge(main).counts());
        return List.copyOf(outcomes.values());
    }

    private boolean isGood(Outcome outcome) {
        return outcome.isGood(sent.stream().filter(order -> order.id().equals(outcome.order())).count());
    }
}
