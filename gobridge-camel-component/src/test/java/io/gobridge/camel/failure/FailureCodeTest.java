package io.gobridge.camel.failure;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of failure kinds: which code is of which kind, and who is to blame. */
class FailureCodeTest {

    @Test
    void shouldTryAgainWhatMayPass() {
        assertThat(codesOf(FailureKind.TRANSIENT)).contains(FailureCode.TIMEOUT, FailureCode.CONNECTION_LOST,
                FailureCode.UNAVAILABLE, FailureCode.THROTTLED, FailureCode.BROKER_BUSY, FailureCode.TENANT_QUOTA_EXCEEDED,
                FailureCode.PROCESSOR_TIMEOUT, FailureCode.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(names = { "NOT_AUTHORIZED", "NOT_FOUND", "INVALID_CONFIG" })
    void shouldBlameTheTargetForWhatEveryMessageWouldMeet(FailureCode unit) {
        assertThat(unit.kind()).isEqualTo(FailureKind.PERMANENT);
        assertThat(unit.defaultScope()).isEqualTo(FailureScope.TARGET);
    }

    @ParameterizedTest
    @EnumSource(names = { "FORBIDDEN", "PROTOCOL_ERROR", "NOT_SUPPORTED", "INTERNAL", "POISON_MESSAGE", "LOOP_DETECTED" })
    void shouldBlameTheMessageForWhatOnlyItMeets(FailureCode unit) {
        assertThat(unit.kind()).isEqualTo(FailureKind.PERMANENT);
        assertThat(unit.defaultScope()).isEqualTo(FailureScope.MESSAGE);
    }

    @ParameterizedTest
    @EnumSource(names = {
            "INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "INVALID_HEADER", "ADDRESS_TEMPLATE", "SCHEMA_VIOLATION",
            "NO_BINDING_MATCH" })
    void shouldRejectWhatIsUnacceptable(FailureCode unit) {
        assertThat(unit.kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(unit.defaultScope()).isEqualTo(FailureScope.MESSAGE);
    }

    @Test
    void shouldHaveCodesForTheEndsThatAreNoFailure() {
        assertThat(codesOf(FailureKind.FILTERED)).containsExactly(FailureCode.MESSAGE_FILTERED,
                FailureCode.MESSAGE_DUPLICATE);
        assertThat(codesOf(FailureKind.EXPIRED)).containsExactly(FailureCode.MESSAGE_EXPIRED);
        assertThat(codesOf(FailureKind.FENCED)).containsExactly(FailureCode.STALE_FENCING_TOKEN);
    }

    @ParameterizedTest
    @EnumSource(names = {
            "CONNECTION_LOST", "TENANT_QUOTA_EXCEEDED", "BINDING_WEDGED", "DUPLICATE_IN_PROGRESS", "DEAD_LETTER_STORE" })
    void shouldNotChargeAWaitThatIsNobodysFailure(FailureCode unit) {
        assertThat(unit.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(unit.defaultScope()).isEqualTo(FailureScope.TARGET);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDecideTheKindOfItsExceptions(FailureCode unit) {
        BridgeException failure = BridgeException.of(unit, "what failed");

        assertThat(failure.kind()).isEqualTo(unit.kind());
        assertThat(failure.scope()).isEqualTo(unit.defaultScope());
    }

    private static Set<FailureCode> codesOf(FailureKind kind) {
        return Stream.of(FailureCode.values()).filter(code -> code.kind() == kind)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(FailureCode.class)));
    }
}
