package io.gobridge.camel.delivery;

import java.time.Instant;
import java.util.stream.IntStream;

import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptsTest {

    private final MemoryAttemptLedger ledger = new MemoryAttemptLedger(2);

    @Test
    void shouldRememberTheFirstFailureAndTheLatestRuns() {
        AttemptHistory unit = AttemptHistory.NONE;
        for (int i = 1; i <= 50; i++) {
            unit = unit.charged(run(i));
        }

        assertThat(unit.failures()).isEqualTo(50);
        assertThat(unit.firstFailure()).contains(Instant.ofEpochSecond(1));
        assertThat(unit.lastRuns()).hasSize(AttemptHistory.KEPT_RUNS).startsWith(run(31)).endsWith(run(50));
    }

    @Test
    void shouldNotChargeWhatWasGivenBack() {
        AttemptHistory unit = AttemptHistory.NONE.returned().charged(run(1)).returned();

        assertThat(unit.failures()).isEqualTo(1);
        assertThat(unit.givenBack()).isEqualTo(2);
    }

    @Test
    void shouldCountEachMessageByItself() {
        charge("a", 2);
        charge("b", 1);

        assertThat(failures("a")).isEqualTo(2);
        assertThat(failures("b")).isEqualTo(1);
        assertThat(failures("c")).isZero();
    }

    @Test
    void shouldForgetTheMessageThatWasTouchedLongestAgo() {
        charge("a", 1);
        charge("b", 1);
        charge("a", 1);

        charge("c", 1);

        assertThat(ledger.size()).isEqualTo(2);
        assertThat(failures("a")).isEqualTo(2);
        assertThat(failures("b")).isZero();
    }

    @Test
    void shouldForgetASettledMessage() {
        charge("a", 3);

        ledger.forget("a");
        ledger.forget("unknown");

        assertThat(failures("a")).isZero();
        assertThat(ledger.size()).isZero();
    }

    @Test
    void shouldKeepFailuresWhenAMessageIsGivenBack() {
        charge("a", 2);

        ledger.returned("a");

        assertThat(failures("a")).isEqualTo(2);
        assertThat(ledger.find("a").toCompletableFuture().join().givenBack()).isEqualTo(1);
    }

    private void charge(String key, int times) {
        IntStream.range(0, times).forEach(i -> ledger.charge(key, run(i)));
    }

    private int failures(String key) {
        return ledger.find(key).toCompletableFuture().join().failures();
    }

    private static FailedRun run(int second) {
        return new FailedRun(Instant.ofEpochSecond(second), FailureCode.UNAVAILABLE, "down");
    }
}
