package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The rules of order on Service Bus sessions. */
class ServiceBusSessionOrderTest implements OrderContract {

    private static ServiceBusEmulator emulator;

    private BridgeStage stage;

    @BeforeAll
    static void startBroker() {
        emulator = ServiceBusEmulator.start();
    }

    @AfterAll
    static void stopBroker() {
        emulator.close();
    }

    @BeforeEach
    void openStage() {
        stage = new BridgeStage(new ServiceBusFixture(emulator, true), false);
    }

    @AfterEach
    void closeStage() {
        stage.close();
    }

    @Override
    public BridgeStage stage() {
        return stage;
    }
}
