package io.gobridge.camel.failure;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ConfigurationProblemsTest {

    private final ConfigurationProblems unit = new ConfigurationProblems();

    @Test
    void shouldReportAllProblemsAtOnce() {
        ConfigurationProblems producer = new ConfigurationProblems();
        unit.require(false, "maxInFlight", 0, "must be at least 1");
        producer.add("target", null, "required");
        unit.addAll("to(gobridge:plant) ", producer);

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> unit.throwIfAny("Route 'r'"));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(failure).hasMessageContaining("Route 'r' cannot start, 2 problems")
                .hasMessageContaining("maxInFlight=0: must be at least 1")
                .hasMessageContaining("to(gobridge:plant) target=null: required");
    }

    @Test
    void shouldSayNothingWhenAllIsWell() {
        unit.require(true, "maxInFlight", 1, "must be at least 1");

        unit.throwIfAny("Route 'r'");

        assertThat(unit.list()).isEmpty();
    }
}
