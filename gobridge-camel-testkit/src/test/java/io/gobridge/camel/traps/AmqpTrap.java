package io.gobridge.camel.traps;

import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.jms.Connection;
import jakarta.jms.Session;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;

/** A route from and to queues of an AMQP 1.0 broker, with other clients at both ends. */
final class AmqpTrap implements AutoCloseable {

    static final String SOURCE = "orders";
    static final String TARGET = "invoices";

    private static final long PATIENCE_MILLIS = 20_000;

    private final EmbeddedArtemis artemis = EmbeddedArtemis.start();
    /** JMS hides names that are none in Java, unless told not to. */
    private final JmsConnectionFactory others
            = new JmsConnectionFactory(artemis.amqpUrl() + "?jms.validatePropertyNames=false");
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<String> received = new CopyOnWriteArrayList<>();

    AmqpTrap() {
        camel.getRegistry().bind("artemis", new JmsConnectionFactory(artemis.amqpUrl()));
        camel.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
    }

    String stock(String queue) {
        return "amqp:queue:" + queue + "?connectionFactory=#artemis";
    }

    String bridgedSource() {
        return "gobridge:in?deadLetter=#deadLetters&backoff.initial=10s&source=" + stock(SOURCE);
    }

    String bridgedTarget() {
        return "gobridge:out?target=" + stock(TARGET);
    }

    /** Starts a route that fails. */
    void startFailing(String source) throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                from(source).process(exchange -> {
                    received.add(exchange.getMessage().getBody(String.class));
                    throw new IllegalStateException("This order cannot be processed");
                });
            }
        });
    }

    /** Starts a route that sends what comes to its door. */
    void startSending(String target) throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:door").to(target);
            }
        });
    }

    private void start(RouteBuilder routes) throws Exception {
        camel.addRoutes(routes);
        camel.start();
    }

    void put(String body) throws Exception {
        try (Connection stranger = others.createConnection(); Session session = stranger.createSession()) {
            session.createProducer(session.createQueue(SOURCE)).send(session.createTextMessage(body));
        }
    }

    void send(String body, Map<String, Object> headers) {
        camel.createProducerTemplate().sendBodyAndHeaders("direct:door", body, headers);
    }

    /** Returns the names of the application properties of the message in the target, as any client sees them. */
    List<String> namesInTarget() throws Exception {
        try (Connection stranger = others.createConnection(); Session session = stranger.createSession()) {
            stranger.start();
            var message = session.createConsumer(session.createQueue(TARGET)).receive(PATIENCE_MILLIS);
            List<String> names = new ArrayList<>();
            for (Enumeration<?> each = message.getPropertyNames(); each.hasMoreElements();) {
                names.add((String) each.nextElement());
            }
            return names;
        }
    }

    List<String> received() {
        return received;
    }

    long waiting(String queue) {
        return artemis.messages(queue);
    }

    @Override
    public void close() {
        camel.stop();
        artemis.close();
    }
}
