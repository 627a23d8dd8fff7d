package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 27, 28, 30 and 52; field faults F46 and F47. */
class BackoffTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RandomGenerator LOWEST = () -> 0L;
    private static final RandomGenerator HIGHEST = () -> -1L;

    @ParameterizedTest
    @CsvSource({
            "1,   1 1 1 1 1 1 1 1 1 1 1 1",
            "1.5, 1 1.5 2.25 3.375 5.0625 7.59375 11.390625 17.0859375 25.62890625 30 30 30",
            "2,   1 2 4 8 16 30 30 30 30 30 30 30",
            "3,   1 3 9 27 30 30 30 30 30 30 30 30" })
    void shouldGrowByItsMultiplierUpToItsMaximum(double multiplier, String seconds) {
        Backoff unit = new Backoff(SECOND, Duration.ofSeconds(30), multiplier, 0);

        List<Duration> delays = IntStream.rangeClosed(1, 12).mapToObj(k -> unit.delay(k, LOWEST)).toList();

        assertThat(delays).containsExactlyElementsOf(
                List.of(seconds.split(" ", -1)).stream().map(text -> Duration.parse("PT" + text + "S")).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = { 1000, 1_000_000, Integer.MAX_VALUE })
    void shouldNotOverflow(int k) {
        assertThat(new Backoff(SECOND, Duration.ofDays(1), 3, 0).delay(k, LOWEST)).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, -1, Integer.MIN_VALUE })
    void shouldCountFromOne(int k) {
        assertThat(withJitter(0).delay(k, LOWEST)).isEqualTo(SECOND);
    }

    @Test
    void shouldSpreadTheJitterBelowTheDelay() {
        assertThat(withJitter(0.5).delay(3, LOWEST)).isEqualTo(Duration.ofSeconds(2));
        assertThat(withJitter(0.5).delay(3, HIGHEST)).isLessThan(Duration.ofSeconds(4)).isGreaterThan(Duration.ofMillis(3999));
        assertThat(withJitter(1).delay(1, LOWEST)).isEqualTo(Duration.ZERO);
    }

    @Property
    void shouldStayWithinItsJitter(
            @ForAll @IntRange(min = 1, max = 50) int k, @ForAll @DoubleRange(max = 1) double jitter,
            @ForAll long seed) {
        Duration fixed = withJitter(0).delay(k, LOWEST);

        Duration delay = withJitter(jitter).delay(k, new Random(seed));

        Duration least = Duration.ofNanos((long) (fixed.toNanos() * (1 - jitter)) - 1);
        assertThat(delay).isBetween(least, fixed);
    }

    @Test
    void shouldSpreadAHerdRepeatably() {
        Backoff unit = withJitter(1);

        List<Duration> herd = herd(unit, 42);

        assertThat(Collections.max(herd).minus(Collections.min(herd))).isGreaterThan(Duration.ofSeconds(2));
        assertThat(herd(unit, 42)).isEqualTo(herd);
        assertThat(herd(unit, 43)).isNotEqualTo(herd);
    }

    @Test
    void shouldSpreadByAFifthUnlessToldOtherwise() {
        List<Duration> herd = herd(Backoff.DEFAULT, 42);

        assertThat(herd).allMatch(delay -> delay.compareTo(Duration.ofMillis(3200)) >= 0);
        assertThat(Collections.max(herd).minus(Collections.min(herd))).isGreaterThan(Duration.ofMillis(700));
    }

    @Test
    void shouldKeepFractionsOfAMillisecond() {
        assertThat(new Backoff(Duration.ofNanos(100), SECOND, 2, 0).delay(2, LOWEST)).isEqualTo(Duration.ofNanos(200));
    }

    @ParameterizedTest
    @CsvSource({
            "PT1S, PT30S, 0.5, 0.2, backoff.multiplier=0.5", "PT1S, PT30S, NaN, 0.2, backoff.multiplier=NaN",
            "PT1S, PT30S, 2, 1.5, backoff.jitter=1.5", "PT1S, PT30S, 2, -0.1, backoff.jitter=-0.1",
            "-PT1S, PT30S, 2, 0, backoff.initial=PT-1S", "PT0S, PT30S, 2, 0, backoff.initial=PT0S",
            "PT1S, PT0.5S, 2, 0, backoff.max=PT0.5S" })
    void shouldRefuseWhatIsOutOfBounds(Duration initial, Duration max, double multiplier, double jitter, String named) {
        BridgeException failure
                = catchThrowableOfType(BridgeException.class, () -> new Backoff(initial, max, multiplier, jitter));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(failure).hasMessageContaining(named);
    }

    private static Backoff withJitter(double jitter) {
        return new Backoff(SECOND, Duration.ofSeconds(30), 2, jitter);
    }

    private static List<Duration> herd(Backoff backoff, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, 1000).mapToObj(message -> backoff.delay(3, random)).toList();
    }
}
