package io.gobridge.camel.testkit.contract;

import java.util.List;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.EmbeddedSqs;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;

/** One embedded broker of each kind, and fixtures on them. */
record Brokers(EmbeddedArtemis artemis, EmbeddedBrokerJ brokerJ, EmbeddedSqs sqs,
        ServiceBusEmulator serviceBus) implements AutoCloseable {

    static final List<String> TRANSPORTS = List.of("memory", "sqs", "mqtt", "amqp091", "amqp10", "servicebus");

    static Brokers start() {
        return new Brokers(EmbeddedArtemis.start(), EmbeddedBrokerJ.start(), EmbeddedSqs.start(), ServiceBusEmulator.start());
    }

    /** Opens a source and a target of the transport, both empty. */
    TransportFixture open(String transport) {
        return switch (transport) {
            case "memory" -> new MemoryFixture();
            case "sqs" -> new SqsFixture(sqs, "");
            case "mqtt" -> new MqttFixture(new ArtemisBroker(artemis));
            case "amqp091" -> new Amqp091Fixture(new BrokerJ(brokerJ));
            case "amqp10" -> new AmqpFixture(artemis);
            case "servicebus" -> new ServiceBusFixture(serviceBus, false);
            default -> throw new IllegalArgumentException(transport);
        };
    }

    @Override
    public void close() {
        serviceBus.close();
        sqs.close();
        brokerJ.close();
        artemis.close();
    }
}
