package io.gobridge.camel.delivery;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunControlTest {

    private final RunControl unit = new RunControl();
    private final List<String> calls = new ArrayList<>();

    @Test
    void shouldEndEveryWaitOnce() {
        unit.onWaitsEnd(() -> calls.add("a"));
        unit.onWaitsEnd(() -> calls.add("b"));

        unit.endWaits();
        unit.endWaits();
        unit.cancel();

        assertThat(calls).containsExactly("a", "b");
        assertThat(unit.mayWait()).isFalse();
    }

    @Test
    void shouldEndAWaitAtOnceThatBeginsTooLate() {
        unit.endWaits();

        unit.onWaitsEnd(() -> calls.add("late"));

        assertThat(calls).containsExactly("late");
    }

    @Test
    void shouldForgetWhoHasNothingLeftToWaitFor() {
        Runnable listener = () -> calls.add("forgotten");
        unit.onWaitsEnd(listener);

        unit.forget(listener);
        unit.endWaits();

        assertThat(calls).isEmpty();
    }

    @Test
    void shouldTellTheEndOfWaitsFromWorkInVain() {
        unit.endWaits();

        assertThat(unit.isInVain()).isFalse();

        unit.cancel();

        assertThat(unit.isInVain()).isTrue();
    }
}
