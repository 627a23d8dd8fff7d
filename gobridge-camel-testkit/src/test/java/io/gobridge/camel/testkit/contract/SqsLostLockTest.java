package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-07 on SQS: its visibility timeout is over before the target answers, since no extension gets through. */
class SqsLostLockTest {

    private static final String EXTEND = "ChangeMessageVisibilityBatch";

    private final EmbeddedSqs sqs = EmbeddedSqs.start();
    private final SqsFixture fixture = new SqsFixture(sqs, "");
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final HangingSender target = new HangingSender(new RecordingSender());
    private volatile Delivery running;

    @BeforeEach
    void begin() throws Exception {
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxInFlight=1"))
                .process(exchange -> running = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class))
                .to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
    }

    @AfterEach
    void close() {
        stage.close();
        sqs.close();
    }

    @Test
    void required_D07_aLateSuccessIsNotAckedWhenExtensionsAreRefused() {
        sqs.door().failEntries(EXTEND, entry -> true);

        assertLostThenDeliveredAgain();
    }

    @Test
    void required_D07_aLateSuccessIsNotAckedWhenExtensionsGetNoAnswer() {
        sqs.door().hang(EXTEND);

        assertLostThenDeliveredAgain();
    }

    private void assertLostThenDeliveredAgain() {
        stage.eventually(() -> assertThat(running.control().isInVain()).as("the run is told").isTrue());
        assertThat(stage.counts().receipts()).as("the permit is kept").isEqualTo(1);

        target.letOneGo();
        stage.eventually(() -> assertThat(stage.counts().returned()).isEqualTo(1));
        assertThat(sqs.door().countEntries("DeleteMessageBatch")).as("deletions of a lost delivery").isZero();

        sqs.door().open();
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        target.letOneGo();
        stage.awaitCompleted(1);
    }
}
