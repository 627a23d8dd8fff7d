package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;

/**
 * The contract on a source that hands over again, but neither names nor counts, as MQTT with foreign publishers does.
 */
class NamelessDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new FakeFixture(
                Capabilities.none().withRedelivers(true).withRejects(true).withOrdersGroups(true), IdentityKind.GENERATED);
    }
}
