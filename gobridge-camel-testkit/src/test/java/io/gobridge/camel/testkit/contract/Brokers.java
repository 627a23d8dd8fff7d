package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.List;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;

/** One embedded broker of each kind, and fixtures on them; {@code rabbitmq} is one that runs already. */
record Brokers(EmbeddedArtemis artemis, EmbeddedSqs sqs, ServiceBusEmulator serviceBus,
        EmbeddedBrokerJ brokerJ) implements AutoCloseable {

    static final List<String> TRANSPORTS = List.of("memory", "sqs", "mqtt", "amqp091", "amqp10", "servicebus");

    /** The same, with queues that keep their order where a transport has both kinds. */
    static final List<String> LINKS = List.of("memory", "sqs-fifo", "mqtt", "amqp091", "amqp10", "servicebus");

    private static final EntityOptions DETECTING = EntityOptions.DEFAULT.withDuplicateWindow(Duration.ofMinutes(10));

    static Brokers start() {
        return new Brokers(
                EmbeddedArtemis.start(), EmbeddedSqs.start(), ServiceBusEmulator.start(),
                EmbeddedBrokerJ.start());
    }

    /**
     * Tells whether a message that expires can wait at the transport's broker. Broker-J takes the property expiration,
     * a time to live to RabbitMQ, for a point in time long ago.
     */
    static boolean knowsExpiry(String transport) {
        return !transport.equals("amqp091");
    }

    /** Opens a source and a target of the transport, both empty. */
    LinkFixture open(String transport) {
        return switch (transport) {
            case "memory" -> new MemoryFixture();
            case "sqs" -> new SqsFixture(sqs, "");
            case "sqs-fifo" -> new SqsFixture(sqs, ".fifo");
            case "mqtt" -> new MqttFixture(new ArtemisBroker(artemis));
            case "amqp091" -> new Amqp091Fixture(new BrokerJ(brokerJ));
            case "rabbitmq" -> new Amqp091Fixture(RabbitMq.CLASSIC);
            case "amqp10" -> new AmqpFixture(artemis);
            case "servicebus" -> new ServiceBusFixture(serviceBus, false);
            case "servicebus-detecting" -> new ServiceBusFixture(serviceBus, DETECTING, false);
            default -> throw new IllegalArgumentException(transport);
        };
    }

    @Override
    public void close() {
        brokerJ.close();
        serviceBus.close();
        sqs.close();
        artemis.close();
    }
}
