package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on AMQP 0-9-1 with Broker-J. */
class Amqp091DeliveryTest extends DeliveryContract {

    private static EmbeddedBrokerJ broker;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBrokerJ.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    protected TransportFixture open() {
        return new Amqp091Fixture(new BrokerJ(broker));
    }
}
