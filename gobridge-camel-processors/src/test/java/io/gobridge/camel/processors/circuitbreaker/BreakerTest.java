package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The states of one breaker: threshold 5, reset timeout 30 s, one probe at once, two successes. */
class BreakerTest {

    private static final Duration RESET = Duration.ofSeconds(30);

    private final SettableClock clock = new SettableClock();
    private final List<String> changes = new ArrayList<>();
    private final Breaker unit = breaker(BreakerSettings.DEFAULT);

    private Breaker breaker(BreakerSettings settings) {
        return new Breaker(
                "global", BreakerRules.of(settings, failure -> failure.kind() == FailureKind.TRANSIENT, clock,
                        new RecordingMeter(changes)));
    }

    private Pass pass() {
        return unit.pass().orElseThrow();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            unit.ended(pass(), Ends.failed(FailureCode.TIMEOUT));
        }
    }

    private void open() {
        fail(5);
        assertThat(unit.state()).isEqualTo(BreakerState.OPEN);
    }

    private void halfOpen() {
        open();
        clock.advance(RESET);
    }

    @Test
    void shouldOpenAtTheFifthFailureInSuccession() {
        fail(4);
        unit.ended(pass(), Ends.completed());
        fail(4);
        assertThat(unit.state()).isEqualTo(BreakerState.CLOSED);

        fail(1);

        assertThat(unit.state()).isEqualTo(BreakerState.OPEN);
        assertThat(unit.pass()).isEmpty();
    }

    @Test
    void shouldIgnoreFailuresThatAreNotTheTargets() {
        fail(4);
        for (int i = 0; i < 10; i++) {
            unit.ended(pass(), Ends.failed(FailureCode.INVALID_PAYLOAD));
            unit.ended(pass(), Ends.failed(FailureCode.MESSAGE_FILTERED));
        }
        assertThat(unit.state()).isEqualTo(BreakerState.CLOSED);

        fail(1);

        assertThat(unit.state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void shouldSayHowLongItStaysOpen() {
        open();
        clock.advance(Duration.ofSeconds(12));

        BridgeException refusal = unit.refusal();

        assertThat(refusal.code()).isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(refusal.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(18));
        assertThat(refusal.pausesIntake()).isFalse();
    }

    @Test
    void shouldLetOneProbePassAfterTheResetTimeout() {
        open();
        clock.advance(RESET.minusNanos(1));
        assertThat(unit.pass()).isEmpty();
        clock.advance(Duration.ofNanos(1));

        assertThat(unit.pass()).isPresent();

        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(unit.pass()).isEmpty();
        assertThat(unit.refusal().retryAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void shouldCloseAfterTwoProbesSucceeded() {
        halfOpen();

        unit.ended(pass(), Ends.completed());
        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);
        unit.ended(pass(), Ends.completed());

        assertThat(unit.state()).isEqualTo(BreakerState.CLOSED);
        assertThat(changes).containsExactly("open", "half-open", "closed");
    }

    @Test
    void shouldOpenAgainWhenAProbeFails() {
        halfOpen();
        unit.ended(pass(), Ends.completed());

        unit.ended(pass(), Ends.failed(FailureCode.TIMEOUT));

        assertThat(unit.state()).isEqualTo(BreakerState.OPEN);
        assertThat(unit.refusal().retryAfter()).contains(RESET);
    }

    @Test
    void shouldGiveTheSlotOfAProbeThatSaysNothingToAnother() {
        halfOpen();

        unit.ended(pass(), Ends.failed(FailureCode.MESSAGE_FILTERED));

        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(unit.pass()).isPresent();
    }

    @Test
    void shouldLetSoManyProbesPassAtOnce() {
        Breaker three = breaker(BreakerSettings.DEFAULT.withProbes(3, 2).withFailureThreshold(1));
        three.ended(three.pass().orElseThrow(), Ends.failed(FailureCode.TIMEOUT));
        clock.advance(RESET);

        assertThat(List.of(three.pass(), three.pass(), three.pass())).allMatch(Optional::isPresent);

        assertThat(three.pass()).isEmpty();
    }

    @Test
    void shouldDiscardLateOutcomesOfAnOlderPeriod() {
        Pass lateSuccess = pass();
        Pass lateFailure = pass();
        halfOpen();
        Pass probe = pass();

        unit.ended(lateSuccess, Ends.completed());
        unit.ended(lateFailure, Ends.failed(FailureCode.TIMEOUT));
        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);
        unit.ended(probe, Ends.completed());
        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);

        unit.ended(pass(), Ends.completed());

        assertThat(unit.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void shouldDiscardALateProbeOfAnOlderHalfOpenPeriod() {
        Breaker two = breaker(BreakerSettings.DEFAULT.withProbes(2, 1).withFailureThreshold(1));
        two.ended(two.pass().orElseThrow(), Ends.failed(FailureCode.TIMEOUT));
        clock.advance(RESET);
        Pass late = two.pass().orElseThrow();
        two.ended(two.pass().orElseThrow(), Ends.failed(FailureCode.TIMEOUT));
        clock.advance(RESET);
        assertThat(two.pass()).isPresent();

        two.ended(late, Ends.completed());

        assertThat(two.state()).isEqualTo(BreakerState.HALF_OPEN);
    }

    @Test
    void shouldReclaimTheSlotOfAProbeThatNeverCameBack() {
        halfOpen();
        Pass lost = pass();
        clock.advance(RESET.multipliedBy(2).minusNanos(1));
        assertThat(unit.pass()).isEmpty();
        clock.advance(Duration.ofNanos(1));

        Pass next = pass();

        unit.ended(lost, Ends.failed(FailureCode.TIMEOUT));
        assertThat(unit.state()).isEqualTo(BreakerState.HALF_OPEN);
        unit.ended(next, Ends.completed());
        unit.ended(pass(), Ends.completed());
        assertThat(unit.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void shouldAskForAPauseWhenItIsToldTo() {
        Breaker pausing = breaker(BreakerSettings.DEFAULT.withPausedIntake().withFailureThreshold(1));
        pausing.ended(pausing.pass().orElseThrow(), Ends.failed(FailureCode.TIMEOUT));

        assertThat(pausing.refusal().pausesIntake()).isTrue();
    }
}
