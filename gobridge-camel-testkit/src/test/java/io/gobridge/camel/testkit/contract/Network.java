package io.gobridge.camel.testkit.contract;

import java.net.URI;

import io.gobridge.camel.testkit.CuttingProxy;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.Framing;
import org.apache.camel.CamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** The way to a broker through a proxy of its own. */
record Network(String transport, int brokerPort, CuttingProxy proxy) implements AutoCloseable {

    static Network to(Brokers brokers, String transport) {
        int port = switch (transport) {
            case "sqs" -> URI.create(brokers.sqs().connectionOptions().get("uriEndpointOverride")).getPort();
            case "amqp091" -> brokers.brokerJ().port();
            case "amqp10" -> URI.create(brokers.artemis().amqpUrl()).getPort();
            case "servicebus" ->
                Integer.parseInt(brokers.serviceBus().connectionString().replaceAll(".*127.0.0.1:([0-9]+);.*", "$1"));
            default -> throw new IllegalArgumentException(transport);
        };
        return new Network(transport, port, CuttingProxy.before(port, Framing.NONE));
    }

    /**
     * Returns the options of a source or target so that they lead through the proxy; the context gets what they name.
     */
    String through(String options, CamelContext context) {
        String bean = "through-" + proxy.port();
        return switch (transport) {
            case "amqp091" -> {
                CachingConnectionFactory factory = new CachingConnectionFactory("127.0.0.1", proxy.port());
                factory.setUsername(EmbeddedBrokerJ.USER);
                factory.setPassword(EmbeddedBrokerJ.USER);
                context.getRegistry().bind(bean, CachingConnectionFactory.class, factory, null, "destroy");
                yield options.replace("#amqp", "#" + bean);
            }
            case "amqp10" -> {
                context.getRegistry().bind(bean, new JmsConnectionFactory("amqp://127.0.0.1:" + proxy.port()));
                yield options.replace("#artemis", "#" + bean);
            }
            default -> options.replace(":" + brokerPort, ":" + proxy.port());
        };
    }

    /** Tells whether a route keeps its connection; a client of SQS has a pool, and connects whenever it likes. */
    boolean hasOneConnection() {
        return !transport.equals("sqs");
    }

    @Override
    public void close() {
        proxy.close();
    }
}
