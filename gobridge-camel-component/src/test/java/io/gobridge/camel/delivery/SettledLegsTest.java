package io.gobridge.camel.delivery;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettledLegsTest {

    private final ManualScheduler time = new ManualScheduler();
    private final SettledLegs unit = new SettledLegs(time.clock(), 2, Duration.ofMinutes(1));

    @Test
    void shouldRememberLegsByMessage() {
        unit.add("m1", "a");

        assertThat(unit.contains("m1", "a")).isTrue();
        assertThat(unit.contains("m1", "b")).isFalse();
        assertThat(unit.contains("m2", "a")).isFalse();
    }

    @Test
    void shouldForgetAMessageThatIsSettled() {
        unit.add("m1", "a");

        unit.forget("m1");

        assertThat(unit.contains("m1", "a")).isFalse();
        assertThat(unit.isEmpty()).isTrue();
    }

    @Test
    void shouldForgetTheMessageThatWasUsedLongestAgoBeyondTheCapacity() {
        unit.add("m1", "a");
        unit.add("m2", "a");
        assertThat(unit.contains("m1", "a")).isTrue();

        unit.add("m3", "a");

        assertThat(unit.contains("m1", "a")).isTrue();
        assertThat(unit.contains("m2", "a")).isFalse();
    }

    @Test
    void shouldForgetInTimeSinceTheLatestLeg() {
        unit.add("m1", "a");
        time.advance(Duration.ofMinutes(1));
        assertThat(unit.contains("m1", "a")).isTrue();
        unit.add("m1", "b");
        time.advance(Duration.ofMinutes(1));
        assertThat(unit.contains("m1", "a")).isTrue();

        time.advance(Duration.ofMillis(1));

        assertThat(unit.contains("m1", "a")).isFalse();
        unit.add("m1", "b");
        assertThat(unit.contains("m1", "a")).as("a new message under that identity").isFalse();
    }
}
