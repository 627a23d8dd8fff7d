package io.gobridge.camel.failure;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FailuresTest {

    private final BridgeException throttled = BridgeException.of(FailureCode.THROTTLED, "slower");

    private final Failures unit = new Failures(List.of());

    @Test
    void shouldTakeTheFirstBridgeExceptionOfTheChain() {
        BridgeException outer
                = BridgeException.of(FailureCode.UNAVAILABLE, "outer", BridgeException.of(FailureCode.INTERNAL, "inner"));

        assertThat(unit.of(new IllegalStateException(new RuntimeException(outer)))).isSameAs(outer);
    }

    @Test
    void shouldTakeAnUnknownExceptionForTransient() {
        IOException cause = new IOException("secret");

        BridgeException failure = unit.of(cause);

        assertThat(failure.code()).isEqualTo(FailureCode.UNKNOWN);
        assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure.scope()).isEqualTo(FailureScope.MESSAGE);
        assertThat(failure).hasCause(cause).hasMessageContaining("java.io.IOException").hasMessageNotContaining("secret");
    }

    @Test
    void shouldAskTheClassifiersForEveryMemberOfTheChain() {
        Failures classifying = new Failures(
                List.of(error -> Optional.empty(), error -> error instanceof IOException
                        ? Optional.of(throttled)
                        : Optional.empty()));

        assertThat(classifying.of(new IllegalStateException(new IOException()))).isSameAs(throttled);
        assertThat(classifying.of(new IllegalStateException()).code()).isEqualTo(FailureCode.UNKNOWN);
    }

    @Test
    void shouldPreferABridgeExceptionToAClassifier() {
        BridgeException inner = BridgeException.of(FailureCode.INTERNAL, "inner");
        Failures classifying = new Failures(List.of(error -> Optional.of(throttled)));

        assertThat(classifying.of(new IllegalStateException(inner))).isSameAs(inner);
    }

    @Test
    void shouldGoOnWithoutAClassifierThatFails() {
        Failures classifying = new Failures(List.of(error -> {
            throw new IllegalStateException("the classifier's own defect");
        }, error -> null, error -> Optional.of(throttled)));

        assertThat(classifying.of(new IOException())).isSameAs(throttled);
    }

    @Test
    @Timeout(10)
    void shouldEndOnACyclicChain() {
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));

        assertThat(unit.of(first).code()).isEqualTo(FailureCode.UNKNOWN);
    }

    @Test
    void shouldFindTheRootAndTheFirstOfAType() {
        IOException root = new IOException();
        RuntimeException first = new RuntimeException(new IllegalStateException(root));

        assertThat(Failures.root(first)).isSameAs(root);
        assertThat(Failures.root(root)).isSameAs(root);
        assertThat(Failures.find(first, RuntimeException.class)).containsSame(first);
        assertThat(Failures.find(first, IOException.class)).containsSame(root);
        assertThat(Failures.find(first, BridgeException.class)).isEmpty();
    }

    @Test
    void shouldKeepEverythingWhenScopeOrWaitChange() {
        BridgeException failure
                = BridgeException.of(FailureCode.NOT_FOUND, "gone", new IOException()).withScope(FailureScope.MESSAGE)
                        .withRetryAfter(Duration.ofSeconds(5));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(failure.scope()).isEqualTo(FailureScope.MESSAGE);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(failure).hasMessage("gone").hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseANegativeWait() {
        assertThatIllegalArgumentException().isThrownBy(() -> throttled.withRetryAfter(Duration.ofNanos(-1)));
    }

    @Test
    void shouldShowAForeignReasonToDeadLettersOnlyAndShortened() {
        FailedRun run = FailedRun.of(Instant.EPOCH, unit.of(new IOException("x".repeat(2000))));

        assertThat(run.reason()).hasSize(1000).contains("java.io.IOException").endsWith("xxx");
        assertThat(FailedRun.reasonOf(throttled)).isEqualTo("slower");
    }

    @Test
    void shouldCountNormalEndsWithoutStackTrace() {
        assertThat(BridgeException.of(FailureCode.MESSAGE_FILTERED, "no").getStackTrace()).isEmpty();
        assertThat(throttled.getStackTrace()).isNotEmpty();
    }
}
