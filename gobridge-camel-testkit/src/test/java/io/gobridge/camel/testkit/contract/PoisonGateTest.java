package io.gobridge.camel.testkit.contract;

import java.time.Duration;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.testkit.faults.RecordingSender;
import io.gobridge.camel.testkit.faults.SlowSender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** D-10 without a shared ledger, and D-15 with a queue far longer than the heap should hold. */
class PoisonGateTest {

    private static final Capabilities COUNTING = Capabilities.none().withRedelivers(true).withCountsAttempts(true)
            .withLockWindow(Duration.ofSeconds(30)).withNativeRetry(Duration.ofHours(12));

    @Test
    void required_D10_withoutASharedLedgerTheSourcesCountEndsIt() throws Exception {
        int replays = 2;
        FakeFixture fixture = new FakeFixture(COUNTING, IdentityKind.STABLE);
        Runs runs = new Runs(fixture.clock).failAll(new IllegalStateException("poison"));
        fixture.put(new BridgeStage(fixture, false).message("bad").build());
        DeadLetterCategory category = null;
        for (int node = 0; node < 40 && category == null; node++) {
            int before = runs.count();
            BridgeStage stage = new BridgeStage(fixture, false);
            stage.start(routes -> routes.from(stage.from("maxReplayAttempts=" + replays)).process(runs));
            stage.eventually(() -> assertThat(runs.count() > before || !stage.deadLetters.entries().isEmpty()).isTrue());
            stage.stop();
            category = stage.deadLetters.entries().isEmpty() ? null : stage.deadLetters.entries().get(0).category();
        }

        assertThat(category).isEqualTo(DeadLetterCategory.POISON);
        assertThat(runs.count()).isLessThanOrEqualTo(replays + 1 + 10);
        assertThat(fixture.remaining()).isZero();
    }

    @Test
    void required_D15_aLongQueueIsNeverReadAhead() throws Exception {
        MemoryFixture fixture = new MemoryFixture();
        try (BridgeStage stage = new BridgeStage(fixture, false)) {
            SlowSender target = new SlowSender(Duration.ofMillis(100), fixture.clock().orElseThrow(), new RecordingSender());
            stage.put("m", 100_000);
            stage.start(routes -> routes.from(stage.from("maxInFlight=50")).to(stage.to(target)));

            stage.always(Duration.ofSeconds(30), () -> assertThat(stage.counts().inFlight()).isLessThanOrEqualTo(50));

            assertThat(stage.counts().completed()).isPositive();
            assertThat(target.mostUnderWay()).isLessThanOrEqualTo(50);
            stage.assertBalanced();
        }
    }
}
