package io.gobridge.camel.testkit.contract;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What every {@link AttemptLedger} has to keep. A ledger's test says how to open one. */
public abstract class AttemptLedgerContract {

    private static final String KEY = "orders:m1";
    private static final int RACERS = 20;

    private AttemptLedger unit;
    private AttemptLedger other;

    /** Opens an empty ledger. */
    protected abstract AttemptLedger open() throws Exception;

    /** Returns the ledger that another node has when this one has the given: the same where nodes share nothing. */
    protected AttemptLedger onAnotherNode(AttemptLedger ledger) {
        return ledger;
    }

    @BeforeEach
    void openLedger() throws Exception {
        unit = open();
        other = onAnotherNode(unit);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private AttemptHistory charge(String key, int second) {
        return await(unit.charge(key, run(second)));
    }

    private AttemptHistory find(String key) {
        return await(other.find(key));
    }

    private static FailedRun run(int second) {
        return new FailedRun(
                Instant.ofEpochSecond(second), FailureCode.UNAVAILABLE, "down: \"\u00fc\u0000\ud83d\ude00\" " + second);
    }

    @Test
    void required_nothingIsKnownOfAMessageThatNeverFailed() {
        await(unit.forget(KEY));

        assertThat(find(KEY)).isEqualTo(AttemptHistory.NONE);
    }

    @Test
    void required_D11_aChargeCountsAndIsSeenByEveryNode() {
        assertThat(charge(KEY, 1).failures()).isEqualTo(1);

        AttemptHistory charged = charge(KEY, 2);

        assertThat(charged.failures()).isEqualTo(2);
        assertThat(charged.firstFailure()).contains(Instant.ofEpochSecond(1));
        assertThat(charged.lastRuns()).containsExactly(run(1), run(2));
        assertThat(find(KEY)).isEqualTo(charged);
    }

    @Test
    void required_onlyTheLatestRunsAreKept() {
        for (int second = 1; second <= 25; second++) {
            charge(KEY, second);
        }

        assertThat(find(KEY).failures()).isEqualTo(25);
        assertThat(find(KEY).firstFailure()).contains(Instant.ofEpochSecond(1));
        assertThat(find(KEY).lastRuns()).hasSize(20).startsWith(run(6)).endsWith(run(25));
    }

    @Test
    void required_aReturnIsNoFailure() {
        await(unit.returned(KEY));
        charge(KEY, 1);
        await(unit.returned(KEY));

        assertThat(find(KEY).failures()).isEqualTo(1);
        assertThat(find(KEY).givenBack()).isEqualTo(2);
    }

    /** Case 51: the count begins anew. */
    @Test
    void required_aSettledMessageIsForgotten() {
        charge(KEY, 1);
        await(unit.returned(KEY));

        await(unit.forget(KEY));

        assertThat(find(KEY)).isEqualTo(AttemptHistory.NONE);
        assertThat(charge(KEY, 3).firstFailure()).contains(Instant.ofEpochSecond(3));
    }

    @Test
    void required_messagesAreToldApartWhateverTheirKeys() {
        String prefix = "orders:" + "x".repeat(5_000);
        List<String> keys
                = List.of("orders:a", "orders:A", "orders:a ", "orders:\u00e4", "orders:%", prefix + "1", prefix + "2");

        keys.forEach(key -> charge(key, 1));

        assertThat(keys).allSatisfy(key -> assertThat(find(key).failures()).isEqualTo(1));
    }

    @Test
    void required_D10_chargesOfOneMomentAllCount() throws Exception {
        for (int round = 0; round < 20; round++) {
            String key = "race:m" + round;

            List<AttemptHistory> histories = atOnce(node -> node.charge(key, run(1)));

            assertThat(histories.stream().map(AttemptHistory::failures)).containsExactlyInAnyOrderElementsOf(
                    IntStream.rangeClosed(1, RACERS).boxed().toList());
            assertThat(find(key).lastRuns()).hasSize(RACERS);
        }
    }

    @Test
    void required_F36_aRunThatNeverEndsIsRemembered() {
        assumeItOutlivesItsProcess();
        assertThat(await(unit.begin(KEY))).isEqualTo(AttemptHistory.NONE);

        AttemptHistory before = await(other.begin(KEY));

        assertThat(before.unfinished()).isEqualTo(1);
        assertThat(before.failedRuns()).isEqualTo(1);
        assertThat(find(KEY).unfinished()).isEqualTo(2);
    }

    @Test
    void required_F36_aRunThatEndedSpeaksAgainstNobody() {
        assumeItOutlivesItsProcess();
        await(unit.begin(KEY));
        await(unit.end(KEY));

        assertThat(await(unit.begin(KEY)).failedRuns()).isZero();
        await(unit.end(KEY));
        await(unit.end(KEY));
        assertThat(find(KEY).unfinished()).isZero();
    }

    @Test
    void required_F36_aRunThatIsChargedCountsOnce() {
        assumeItOutlivesItsProcess();
        await(unit.begin(KEY));

        assertThat(charge(KEY, 1).failedRuns()).isEqualTo(1);

        assertThat(await(unit.begin(KEY)).failedRuns()).isEqualTo(1);
    }

    @Test
    void required_F36_runsThatBeginAtOnceAllCount() throws Exception {
        assumeItOutlivesItsProcess();

        List<AttemptHistory> before = atOnce(node -> node.begin(KEY));

        assertThat(before.stream().map(AttemptHistory::unfinished)).containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, RACERS).boxed().toList());
    }

    private void assumeItOutlivesItsProcess() {
        Assumptions.assumeTrue(unit.takesNoteOfRuns());
    }

    /** Calls both nodes' ledgers from many threads at the same moment. */
    private <T> List<T> atOnce(Function<AttemptLedger, CompletionStage<T>> call) throws Exception {
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<T>> answers = IntStream.range(0, RACERS).mapToObj(i -> racers.submit((Callable<T>) () -> {
                start.await();
                return await(call.apply(i % 2 == 0 ? unit : other));
            })).toList();
            start.countDown();
            List<T> all = new ArrayList<>();
            for (Future<T> answer : answers) {
                all.add(answer.get());
            }
            return all;
        } finally {
            racers.shutdownNow();
        }
    }
}
