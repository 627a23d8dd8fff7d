package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BreakerSettingsTest {

    private static final BreakerSettings DEFAULT = BreakerSettings.DEFAULT;

    private static void assertRefused(ThrowingCallable build, String option) {
        assertThatThrownBy(build).isInstanceOfSatisfying(BridgeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
            assertThat(failure).hasMessageContaining(option);
        });
    }

    /** Case 85. */
    @Test
    void shouldRefuseWhatIsOutOfBounds() {
        assertRefused(() -> DEFAULT.withFailureThreshold(-1), "failureThreshold=-1");
        assertRefused(() -> DEFAULT.withProbes(-3, 2), "halfOpenMaxProbes=-3");
        assertRefused(() -> DEFAULT.withResetTimeout(Duration.ofSeconds(-1)), "resetTimeout=PT-1S");
        assertRefused(() -> DEFAULT.withProbes(1, -2), "successThreshold=-2");
        assertRefused(() -> DEFAULT.withFailureThreshold(0), "failureThreshold=0");
        assertRefused(() -> DEFAULT.withResetTimeout(Duration.ZERO), "resetTimeout=PT0S");
    }

    @Test
    void shouldRefuseToStopAllForOneKey() {
        assertRefused(() -> DEFAULT.withKey(BreakerKey.SUBJECT).withPausedIntake(), "pauseIntake=true");
    }

    @Test
    void shouldReadKeys() {
        assertThat(BreakerKey.of("global")).isSameAs(BreakerKey.GLOBAL);
        assertThat(BreakerKey.of("subject")).isSameAs(BreakerKey.SUBJECT);
        assertThat(BreakerKey.of("header.plant")).hasToString("header.plant");
        assertRefused(() -> BreakerKey.of("plant"), "key=plant: allowed are global, subject and header.<name>");
        assertRefused(() -> BreakerKey.of("header."), "key=header.");
    }
}
