package io.gobridge.camel.testkit.contract;

import org.junit.jupiter.api.Tag;

/** The contract on AMQP 0-9-1 with quorum queues of a RabbitMQ that listens on 127.0.0.1:5672. */
@Tag("real-brokers")
class RabbitMqQuorumDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new Amqp091Fixture(RabbitMq.QUORUM);
    }
}
