package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.HashSet;

import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.testkit.faults.HangingSender;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.testkit.servicebus.SettlementCall;
import io.gobridge.camel.testkit.servicebus.SettlementCall.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-08 where Service Bus counts every message that is given back, and where it does not. */
class ServiceBusStopTest {

    private static final EntityOptions ONE_REDELIVERY
            = EntityOptions.DEFAULT.withLockDuration(Duration.ofSeconds(5)).withMaxDeliveryCount(2);

    private final ServiceBusEmulator emulator = ServiceBusEmulator.start();
    private final HangingSender target = new HangingSender(new RecordingSender());
    private BridgeStage stage;

    @AfterEach
    void close() {
        stage.close();
        emulator.close();
    }

    private ServiceBusFixture open(boolean hasSessions) {
        ServiceBusFixture fixture = new ServiceBusFixture(emulator, ONE_REDELIVERY, hasSessions);
        stage = new BridgeStage(fixture, false);
        return fixture;
    }

    private void stopInTheMiddle(int hanging) throws Exception {
        stage.start(routes -> routes.from(stage.from("maxInFlight=5")).to(stage.to(target, "sendTimeout=0")));
        stage.eventually(() -> assertThat(target.hanging()).isEqualTo(hanging));
        stage.replaceNode();
    }

    // F24
    @Test
    void required_D08_aStopDeadLettersNothingThoughTheLimitIsOneRedelivery() throws Exception {
        ServiceBusFixture fixture = open(false);
        stage.put("m", 20);

        stopInTheMiddle(5);

        assertThat(emulator.depth(fixture.source).deadLettered()).isZero();
        assertThat(stage.deadTexts()).isEmpty();
        stage.start(routes -> routes.from(stage.from()).to(stage.to()));
        stage.eventually(() -> assertThat(new HashSet<>(stage.received())).hasSize(20));
        stage.eventually(() -> stage.assertRemaining(0));
        assertThat(emulator.depth(fixture.source).deadLettered()).isZero();
    }

    @Test
    void required_D08_aStopCountsNoDeliveryOfASession() throws Exception {
        ServiceBusFixture fixture = open(true);
        for (String key : new String[] { "a", "b", "c" }) {
            fixture.put(stage.message(key).identity(
                    Identity.NONE.withOrderingKey(key)).build());
        }

        stopInTheMiddle(3);
        stopInTheMiddle(6);
        stopInTheMiddle(9);

        assertThat(emulator.settlements()).extracting(SettlementCall::wish).doesNotContain(Wish.ABANDON);
        assertThat(emulator.depth(fixture.source).deadLettered()).isZero();
        stage.start(routes -> routes.from(stage.from()).to(stage.to()));
        stage.awaitCompleted(3);
        assertThat(stage.received()).containsExactlyInAnyOrder("a", "b", "c");
    }
}
