package io.gobridge.camel.mqtt;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Sessions that Mosquitto keeps. */
@Tag("real-brokers")
class MosquittoSessionTest extends MqttSessionContract {

    private static Mosquitto mosquitto;

    @BeforeAll
    static void startBroker() {
        mosquitto = Mosquitto.start();
    }

    @AfterAll
    static void stopBroker() {
        mosquitto.close();
    }

    @Override
    int brokerPort() {
        return mosquitto.port();
    }
}
