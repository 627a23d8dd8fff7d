package io.gobridge.camel.testkit.contract;

/** The reference transport keeps the whole contract. */
class MemoryDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new MemoryFixture();
    }
}
