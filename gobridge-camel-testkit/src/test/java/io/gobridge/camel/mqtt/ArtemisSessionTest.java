package io.gobridge.camel.mqtt;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Sessions that Artemis keeps. */
class ArtemisSessionTest extends MqttSessionContract {

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
    int brokerPort() {
        return artemis.port();
    }
}
