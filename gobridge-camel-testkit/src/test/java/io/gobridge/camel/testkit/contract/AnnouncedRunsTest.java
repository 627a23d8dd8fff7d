package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** F36, D-11: runs of a message that its source does not count, and a ledger that outlives the process. */
class AnnouncedRunsTest {

    private static final Capabilities UNCOUNTED = Capabilities.none().withRedelivers(true);

    private final LastingLedger ledger = new LastingLedger();
    private BridgeStage stage;
    private FakeFixture fixture;
    private Runs runs;

    private void open(Capabilities capabilities) {
        fixture = new FakeFixture(capabilities, IdentityKind.STABLE);
        runs = new Runs(fixture.clock);
        stage = new BridgeStage(fixture, false);
        stage.node().getRegistry().unbind("ledger");
        stage.node().getRegistry().bind("ledger", AttemptLedger.class, ledger);
    }

    private void start() throws Exception {
        stage.start(routes -> routes.from(stage.from("maxReplayAttempts=2")).process(runs));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void shouldEndAMessageWhoseRunsEndedWithTheirProcesses() throws Exception {
        open(UNCOUNTED);
        ledger.crashed("bad", 3);
        stage.put("bad");
        stage.put("good");

        start();

        stage.eventually(() -> assertThat(fixture.remaining()).isZero());
        assertThat(runs.count()).isEqualTo(1);
        assertThat(stage.deadLetters.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.envelope().id()).isEqualTo("bad");
            assertThat(entry.category()).isEqualTo(DeadLetterCategory.POISON);
            assertThat(entry.attempts()).isEqualTo(3);
            assertThat(entry.reason()).contains("3 times").contains("3 ended with their process");
        });
        assertThat(ledger.calls()).contains("forget bad", "forget good");
    }

    @Test
    void shouldCountRunsThatFailedAndRunsThatDiedTogether() throws Exception {
        open(UNCOUNTED);
        ledger.crashed("bad", 2);
        runs.failAll(new IllegalStateException("no"));
        stage.put("bad");

        start();

        stage.eventually(() -> assertThat(stage.deadLetters.entries()).hasSize(1));
        assertThat(runs.count()).isEqualTo(1);
        assertThat(stage.deadLetters.entries().get(0).attempts()).isEqualTo(3);
        assertThat(ledger.calls()).startsWith("begin bad", "charge bad");
    }

    @Test
    void shouldNotLeaveARunUnfinishedThatEndsInAWait() throws Exception {
        open(UNCOUNTED);
        runs.failAll(BridgeException.of(FailureCode.UNAVAILABLE, "breaker").withScope(FailureScope.TARGET)
                .withRetryAfter(Duration.ofHours(1)));
        stage.put("m");
        start();

        stage.eventually(() -> assertThat(ledger.calls()).containsExactly("begin m", "end m"));

        assertThat(ledger.find("in:m").toCompletableFuture().join().failedRuns()).isZero();
        stage.stop();
        assertThat(ledger.calls()).containsExactly("begin m", "end m");
    }

    @Test
    void shouldNotLeaveARunUnfinishedThatAStopEnds() throws Exception {
        open(UNCOUNTED);
        CompletableFuture<Void> end = new CompletableFuture<>();
        stage.put("m");
        stage.start(routes -> routes.from(stage.from("maxReplayAttempts=2")).process(exchange -> {
            ledger.calls().add("run");
            end.join();
        }));
        stage.eventually(() -> assertThat(ledger.calls()).containsExactly("begin m", "run"));

        stage.stop();
        end.complete(null);

        assertThat(ledger.calls()).containsExactly("begin m", "run", "end m");
        assertThat(fixture.remaining()).isEqualTo(1);
    }

    @Test
    void shouldHoldAMessageUnrunWhileTheLedgerTakesNoNote() throws Exception {
        open(UNCOUNTED);
        ledger.isBroken(true);
        stage.put("m");
        start();
        stage.eventually(() -> assertThat(ledger.calls()).hasSizeGreaterThan(3));
        assertThat(runs.count()).isZero();

        ledger.isBroken(false);

        stage.eventually(() -> assertThat(fixture.remaining()).isZero());
        assertThat(runs.count()).isEqualTo(1);
        assertThat(ledger.calls()).doesNotContain("end m", "charge m").endsWith("begin m", "forget m");
    }

    @Test
    void shouldNotLeaveARunUnfinishedThatTheLedgerNotedTooLate() throws Exception {
        open(UNCOUNTED);
        ledger.isLate(true);
        stage.put("m");
        start();
        stage.soon(() -> assertThat(ledger.calls()).containsExactly("begin m"));
        ledger.isLate(false);
        fixture.clock.advance(Duration.ofMinutes(1));
        stage.eventually(() -> assertThat(ledger.calls()).containsExactly("begin m", "begin m", "forget m"));

        ledger.catchUp();

        stage.soon(() -> assertThat(ledger.calls()).endsWith("end m"));
        assertThat(ledger.find("in:m").toCompletableFuture().join().unfinished()).isZero();
        assertThat(runs.count()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeCopiesOfOneMomentForCrashes() throws Exception {
        open(UNCOUNTED);
        CompletableFuture<Void> end = new CompletableFuture<>();
        for (int copy = 0; copy < 6; copy++) {
            stage.put("m");
        }
        stage.start(routes -> routes.from(stage.from("maxReplayAttempts=2", "maxInFlight=6")).process(runs)
                .process(exchange -> end.join()));
        stage.eventually(() -> assertThat(runs.count()).isEqualTo(6));

        end.complete(null);

        stage.eventually(() -> assertThat(fixture.remaining()).isZero());
        assertThat(stage.deadLetters.entries()).isEmpty();
        assertThat(ledger.calls()).containsOnlyOnce("begin m");
    }

    @Test
    void shouldAnnounceNothingWhereTheSourceCounts() throws Exception {
        open(UNCOUNTED.withCountsAttempts(true));
        stage.put("m");

        start();

        stage.eventually(() -> assertThat(fixture.remaining()).isZero());
        assertThat(ledger.calls()).isEmpty();
    }
}
