package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on SQS standard queues. */
class SqsDeliveryTest extends DeliveryContract {

    private static EmbeddedSqs sqs;

    @BeforeAll
    static void startBroker() {
        sqs = EmbeddedSqs.start();
    }

    @AfterAll
    static void stopBroker() {
        sqs.close();
    }

    @Override
    protected TransportFixture open() {
        return new SqsFixture(sqs, "");
    }
}
