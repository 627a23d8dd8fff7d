package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-19 on a source that forgets what it has handed over. */
class ForgetfulOrderTest {

    private final FakeFixture fixture = new FakeFixture(Capabilities.none().withOrdersGroups(true), IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void required_D19_followersRunThoughTheSourceRefusedAnAck() throws Exception {
        Runs runs = new Runs(fixture.clock).fail("a0", Failing.connectionLost());
        for (int i = 0; i < 3; i++) {
            fixture.put(stage.message("a" + i).identity(Identity.NONE.withOrderingKey("a")).build());
        }
        fixture.broker.refuseAcks(Failing.connectionLost());
        stage.start(routes -> routes.from(stage.from()).process(runs).to(stage.to()));
        stage.soon(() -> assertThat(stage.counts().receipts()).isEqualTo(3));

        runs.heal();

        stage.eventually(() -> assertThat(stage.counts().inFlight()).isZero());
        assertThat(stage.received()).containsExactly("a0", "a1", "a2");
        assertThat(stage.deadTexts()).isEmpty();
    }
}
