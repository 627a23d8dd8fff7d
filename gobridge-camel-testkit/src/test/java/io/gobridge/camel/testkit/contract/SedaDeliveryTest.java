package io.gobridge.camel.testkit.contract;

/** The contract on the generic transport over a component that forgets what it has handed over. */
class SedaDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new SedaFixture();
    }
}
