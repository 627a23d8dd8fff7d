package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import io.gobridge.camel.testkit.servicebus.SettlementCall.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-07 on Service Bus: it gives the message to others before the target answers. */
class ServiceBusLostLockTest {

    private final ServiceBusEmulator emulator = ServiceBusEmulator.start();
    private final HangingSender target = new HangingSender(new RecordingSender());
    private volatile Delivery running;
    private BridgeStage stage;

    @AfterEach
    void close() {
        stage.close();
        emulator.close();
    }

    private void begin(boolean hasSessions) throws Exception {
        ServiceBusFixture fixture = new ServiceBusFixture(emulator, hasSessions);
        stage = new BridgeStage(fixture, false);
        fixture.put(stage.message("m").identity(
                Identity.NONE.withOrderingKey("key")).build());
        stage.start(routes -> routes.from(stage.from("maxInFlight=1"))
                .process(exchange -> running = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class))
                .to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
    }

    @Test
    void required_D07_aLateSuccessIsNotAckedWhenTheLockIsLost() throws Exception {
        begin(false);

        assertLostThenDeliveredAgain();
    }

    @Test
    void required_D07_aLateSuccessIsNotAckedWhenTheSessionIsLost() throws Exception {
        begin(true);

        assertLostThenDeliveredAgain();
    }

    private void assertLostThenDeliveredAgain() {
        emulator.faults().refuseRenewals();
        stage.eventually(() -> assertThat(running.control().isInVain()).as("the run is told").isTrue());
        assertThat(stage.counts().receipts()).as("the permit is kept").isEqualTo(1);

        target.letOneGo();
        stage.eventually(() -> assertThat(stage.counts().returned()).isEqualTo(1));
        assertThat(emulator.settlements()).extracting(SettlementCall::wish).doesNotContain(Wish.COMPLETE);

        emulator.faults().heal();
        emulator.faults().expireLocks();
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(1));
        target.letOneGo();
        stage.awaitCompleted(1);
    }
}
