package io.gobridge.camel.testkit.contract;

/** The contract with exchanges that are used again. */
class PooledMemoryDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new MemoryFixture();
    }

    @Override
    protected boolean usesPooledExchanges() {
        return true;
    }
}
