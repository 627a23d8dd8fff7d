package io.gobridge.camel.testkit.contract;

import java.time.Duration;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;

/** The contract on a source that locks, counts and waits, as SQS does, by a clock that can be set. */
class LockingDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new FakeFixture(
                Capabilities.none().withRedelivers(true).withCountsAttempts(true).withLockWindow(Duration.ofSeconds(30))
                        .withNativeRetry(Duration.ofHours(12)).withOrdersGroups(true),
                IdentityKind.STABLE);
    }
}
