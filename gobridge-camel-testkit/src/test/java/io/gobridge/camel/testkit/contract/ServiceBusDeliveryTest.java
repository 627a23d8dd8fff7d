package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on Service Bus queues. */
class ServiceBusDeliveryTest extends DeliveryContract {

    private static ServiceBusEmulator emulator;

    @BeforeAll
    static void startBroker() {
        emulator = ServiceBusEmulator.start();
    }

    @AfterAll
    static void stopBroker() {
        emulator.close();
    }

    @Override
    protected TransportFixture open() {
        return new ServiceBusFixture(emulator, false);
    }
}
