package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on MQTT 5 with Artemis. */
class MqttDeliveryTest extends DeliveryContract {

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
        return new MqttFixture(new ArtemisBroker(artemis));
    }
}
