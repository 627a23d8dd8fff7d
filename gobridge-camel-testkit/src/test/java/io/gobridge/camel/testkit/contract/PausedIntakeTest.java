package io.gobridge.camel.testkit.contract;

import java.time.Duration;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-11: an intake that the target paused goes on once the target works, whatever became of the parked deliveries. */
class PausedIntakeTest {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private final FakeFixture fixture = new FakeFixture(
            Capabilities.none().withRedelivers(true).withCountsAttempts(true).withLockWindow(LOCK)
                    .withNativeRetry(Duration.ofHours(12)),
            IdentityKind.STABLE);
    private final BridgeStage stage = new BridgeStage(fixture, false);
    private final Runs runs = new Runs(fixture.clock).failAll(Failing.notAuthorized());

    @AfterEach
    void close() {
        stage.close();
    }

    private void startPaused(int messages) throws Exception {
        stage.put("m", messages);
        stage.start(routes -> routes.from(stage.from("maxInFlight=3", "backoff.max=60s")).process(runs).to(stage.to()));
        stage.soon(() -> assertThat(runs.count()).isEqualTo(3));
        stage.soon(() -> assertThat(stage.consumer().reasons()).anyMatch(reason -> reason.contains("paused")));
    }

    private void loseLocks() {
        fixture.broker.refuseExtensions(BridgeException.of(FailureCode.LOCK_LOST, "not yours"));
        stage.eventually(() -> assertThat(stage.counts().returned()).isEqualTo(3));
        fixture.broker.refuseExtensions(null);
    }

    @Test
    void required_D11_theIntakeResumesWhenEveryParkedDeliveryWasLost() throws Exception {
        startPaused(5);
        loseLocks();
        runs.heal();

        stage.awaitCompleted(5);

        assertThat(stage.consumer().reasons()).isEmpty();
        stage.assertBalanced();
    }

    @Test
    void required_D11_aProbeThatIsFilteredOpensTheIntake() throws Exception {
        startPaused(5);
        runs.failAll(Failing.filtered());

        stage.eventually(() -> assertThat(stage.counts().filtered()).isEqualTo(5));

        assertThat(stage.consumer().reasons()).isEmpty();
    }

    @Test
    void required_D08_aStopWhileTheIntakeIsPausedGivesEverythingBack() throws Exception {
        startPaused(5);

        stage.replaceNode();

        stage.assertRemaining(5);
        runs.heal();
        stage.start(routes -> routes.from(stage.from()).process(runs).to(stage.to()));
        stage.awaitCompleted(5);
        assertThat(stage.deadTexts()).isEmpty();
    }
}
