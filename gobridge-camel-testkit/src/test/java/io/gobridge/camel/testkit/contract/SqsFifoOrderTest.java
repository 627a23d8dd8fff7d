package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The rules of order on SQS FIFO queues. */
class SqsFifoOrderTest implements OrderContract {

    private static EmbeddedSqs sqs;

    private BridgeStage stage;

    @BeforeAll
    static void startBroker() {
        sqs = EmbeddedSqs.start();
    }

    @AfterAll
    static void stopBroker() {
        sqs.close();
    }

    @BeforeEach
    void openStage() {
        stage = new BridgeStage(new SqsFixture(sqs, ".fifo"), false);
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
