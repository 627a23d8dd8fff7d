package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.stream.Stream;

import io.gobridge.camel.delivery.Decision.Ack;
import io.gobridge.camel.delivery.Decision.DeadLetter;
import io.gobridge.camel.delivery.Decision.GiveBack;
import io.gobridge.camel.delivery.Decision.Hold;
import io.gobridge.camel.delivery.Decision.HoldAndPause;
import io.gobridge.camel.delivery.Decision.Reject;
import io.gobridge.camel.delivery.Decision.RetryNatively;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.gobridge.camel.delivery.Disposal.DLQ;
import static io.gobridge.camel.delivery.Disposal.DROP;
import static io.gobridge.camel.delivery.Disposal.REJECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The settlement table: kind, scope, history, policy and capabilities in, one decision out. */
class SettlementTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final DeliveryPolicy POLICY = DeliveryPolicy.DEFAULT.withMaxReplayAttempts(3)
            .withBackoff(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2, 0));
    private static final Capabilities HELD = Capabilities.none().withRedelivers(true);
    private static final Capabilities NATIVE = HELD.withNativeRetry(Duration.ofSeconds(5));
    private static final Capabilities LONG_WAITS = HELD.withLongWaits(DAY);
    private static final RunHistory FIRST = history(1, IdentityKind.STABLE);

    @Test
    void shouldAckACompletedRun() {
        assertThat(settlement(POLICY).decide(Outcome.completed(), FIRST, HELD)).isEqualTo(new Ack(Ending.COMPLETED));
    }

    static Stream<Arguments> disposals() {
        return Stream.of(
                arguments(FailureCode.MESSAGE_FILTERED, DLQ, new DeadLetter(DeadLetterCategory.FILTERED, Ending.FILTERED)),
                arguments(FailureCode.MESSAGE_FILTERED, DROP, new Ack(Ending.FILTERED)),
                arguments(FailureCode.MESSAGE_DUPLICATE, DLQ, new DeadLetter(DeadLetterCategory.DUPLICATE, Ending.FILTERED)),
                arguments(FailureCode.MESSAGE_DUPLICATE, DROP, new Ack(Ending.FILTERED)),
                arguments(FailureCode.MESSAGE_EXPIRED, DLQ, new DeadLetter(DeadLetterCategory.EXPIRED, Ending.EXPIRED)),
                arguments(FailureCode.MESSAGE_EXPIRED, DROP, new Ack(Ending.EXPIRED)),
                arguments(FailureCode.INTERNAL, DLQ, deadLetter(DeadLetterCategory.PERMANENT)),
                arguments(FailureCode.INTERNAL, DROP, new Ack(Ending.DROPPED)),
                arguments(FailureCode.INTERNAL, REJECT, new Reject()),
                arguments(FailureCode.INVALID_PAYLOAD, DLQ, deadLetter(DeadLetterCategory.REJECTED)),
                arguments(FailureCode.INVALID_PAYLOAD, DROP, new Ack(Ending.DROPPED)),
                arguments(FailureCode.INVALID_PAYLOAD, REJECT, new Reject()),
                arguments(FailureCode.POISON_MESSAGE, DLQ, deadLetter(DeadLetterCategory.POISON)),
                arguments(FailureCode.LOOP_DETECTED, DLQ, deadLetter(DeadLetterCategory.LOOP)));
    }

    @ParameterizedTest
    @MethodSource("disposals")
    void shouldEndWhatWillNotWorkAsThePolicySays(FailureCode code, Disposal disposal, Decision expected) {
        DeliveryPolicy policy = switch (code) {
            case MESSAGE_FILTERED, MESSAGE_DUPLICATE -> POLICY.withDisposals(DROP, DROP, disposal);
            case MESSAGE_EXPIRED -> POLICY.withDisposals(disposal, DROP, DROP);
            default -> POLICY.withDisposals(DROP, disposal, DROP);
        };

        assertThat(settlement(policy).decide(failed(code), FIRST, HELD)).isEqualTo(expected);
        assertThat(settlement(policy).decide(failed(code), FIRST, NATIVE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = { "NOT_AUTHORIZED", "NOT_FOUND", "INVALID_CONFIG" })
    void shouldHoldAndPauseWhenTheTargetIsToBlame(FailureCode code) {
        assertThat(decide(failed(code), history(99, IdentityKind.GENERATED), NATIVE))
                .isEqualTo(new HoldAndPause(Duration.ofSeconds(30)));
    }

    @Test
    void shouldDeadLetterAPermanentFailureThatTheThrowerBlamesOnTheMessage() {
        Outcome outcome
                = Outcome.failed(BridgeException.of(FailureCode.NOT_FOUND, "x").withScope(FailureScope.MESSAGE));

        assertThat(decide(outcome, FIRST, HELD)).isEqualTo(deadLetter(DeadLetterCategory.PERMANENT));
    }

    static Stream<Arguments> retries() {
        return Stream.of(
                arguments(HELD, history(1, IdentityKind.STABLE), new Hold(Duration.ofSeconds(1))),
                arguments(HELD, history(3, IdentityKind.STABLE), new Hold(Duration.ofSeconds(4))),
                arguments(NATIVE, history(3, IdentityKind.STABLE), new RetryNatively(Duration.ofSeconds(4))),
                arguments(NATIVE.withNativeRetry(Duration.ofSeconds(3)), history(3, IdentityKind.STABLE),
                        new Hold(Duration.ofSeconds(4))),
                arguments(LONG_WAITS.withLockWindow(Duration.ofSeconds(6)), history(3, IdentityKind.STABLE),
                        new Hold(Duration.ofSeconds(4))),
                arguments(LONG_WAITS.withLockWindow(Duration.ofSeconds(5)), history(3, IdentityKind.STABLE),
                        new RetryNatively(Duration.ofSeconds(4))),
                arguments(LONG_WAITS, history(3, IdentityKind.STABLE), new Hold(Duration.ofSeconds(4))),
                arguments(NATIVE, history(3, IdentityKind.GENERATED), new Hold(Duration.ofSeconds(4))),
                arguments(NATIVE, new RunHistory(3, 0, IdentityKind.STABLE, true), new Hold(Duration.ofSeconds(4))),
                arguments(NATIVE, history(4, IdentityKind.STABLE), deadLetter(DeadLetterCategory.POISON)),
                arguments(HELD, history(4, IdentityKind.GENERATED), deadLetter(DeadLetterCategory.UNSTABLE_IDENTITY)),
                arguments(HELD, history(1000, IdentityKind.STABLE), deadLetter(DeadLetterCategory.POISON)));
    }

    @ParameterizedTest
    @MethodSource("retries")
    void shouldRetryATransientFailureUntilThePoisonGate(Capabilities capabilities, RunHistory history, Decision expected) {
        assertThat(decide(failed(FailureCode.UNAVAILABLE), history, capabilities)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {
            "CONNECTION_LOST", "TENANT_QUOTA_EXCEEDED", "BINDING_WEDGED", "DEAD_LETTER_STORE", "DUPLICATE_IN_PROGRESS" })
    void shouldHoldWithoutEndWhatNobodyFailed(FailureCode code) {
        RunHistory history = new RunHistory(1000, 3, IdentityKind.GENERATED, false);

        assertThat(decide(failed(code), history, NATIVE)).isEqualTo(new Hold(Duration.ofSeconds(4)));
    }

    @ParameterizedTest
    @EnumSource(names = { "THROTTLED", "CONNECTION_LOST" })
    void shouldWaitAsLongAsTheFailingSideAsked(FailureCode code) {
        Outcome outcome = Outcome.failed(BridgeException.of(code, "x").withRetryAfter(DAY));

        assertThat(decide(outcome, FIRST, NATIVE)).isEqualTo(new Hold(DAY));
        assertThat(decide(outcome, FIRST, HELD)).isEqualTo(new Hold(DAY));
    }

    @Test
    void shouldProbeWhenTheTargetAsked() {
        Outcome outcome = Outcome.failed(BridgeException.of(FailureCode.NOT_AUTHORIZED, "x").withRetryAfter(DAY));

        assertThat(decide(outcome, FIRST, HELD)).isEqualTo(new HoldAndPause(DAY));
    }

    @Test
    void shouldPauseWhenAnUnchargedFailureAsksForIt() {
        BridgeException failure = BridgeException.of(FailureCode.UNAVAILABLE, "x").withPausedIntake().withRetryAfter(DAY);

        assertThat(decide(Outcome.failed(failure.withScope(FailureScope.TARGET)), FIRST, NATIVE))
                .isEqualTo(new HoldAndPause(DAY));
        assertThat(decide(Outcome.failed(failure), FIRST, HELD)).isEqualTo(new Hold(DAY));
    }

    @Test
    void shouldCompleteNothingWhenFenced() {
        assertThat(decide(failed(FailureCode.STALE_FENCING_TOKEN), FIRST, NATIVE)).isEqualTo(new GiveBack());
    }

    @ParameterizedTest
    @EnumSource
    void shouldChargeTransientFailuresOfTheMessageOnly(FailureCode code) {
        BridgeException failure = BridgeException.of(code, "x");

        boolean isCharged = switch (code) {
            case TIMEOUT, UNAVAILABLE, THROTTLED, BROKER_BUSY, PROCESSOR_TIMEOUT, LOCK_LOST, ROLLED_BACK, UNKNOWN -> true;
            default -> false;
        };

        assertThat(Settlement.isCharged(failure)).isEqualTo(isCharged);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 14 })
    void shouldNotTakeAFewAttemptsForACrashLoop(int attempt) {
        assertThat(settlement(POLICY).isCrashLoop(attempt, 0)).isFalse();
        assertThat(settlement(POLICY).isCrashLoop(attempt + 5, 5)).isFalse();
    }

    @Test
    void shouldTakeTenAttemptsBeyondThePolicyForACrashLoop() {
        assertThat(settlement(POLICY).isCrashLoop(15, 0)).isTrue();
    }

    private static Decision decide(Outcome outcome, RunHistory history, Capabilities capabilities) {
        return settlement(POLICY).decide(outcome, history, capabilities);
    }

    private static Settlement settlement(DeliveryPolicy policy) {
        return new Settlement(policy, () -> 0L);
    }

    private static Outcome failed(FailureCode code) {
        return Outcome.failed(BridgeException.of(code, "x"));
    }

    private static RunHistory history(int failures, IdentityKind identity) {
        return new RunHistory(failures, 0, identity, false);
    }

    private static DeadLetter deadLetter(DeadLetterCategory category) {
        return new DeadLetter(category, Ending.DEAD_LETTERED);
    }
}
