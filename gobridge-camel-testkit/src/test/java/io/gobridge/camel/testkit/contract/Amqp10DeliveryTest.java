package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on AMQP 1.0 with Artemis. */
class Amqp10DeliveryTest extends DeliveryContract {

    private static EmbeddedArtemis artemis;

    @BeforeAll
    static void startBroker() {
        artemis = EmbeddedArtemis.start();
    }

    @AfterAll
    static void stopBroker() {
        artemis.close();
    }

    @Override
    protected TransportFixture open() {
        return new AmqpFixture(artemis);
    }
}
