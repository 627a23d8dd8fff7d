package io.gobridge.camel.processors.circuitbreaker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.SettableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Many keys: how many breakers and labels they get. */
class BreakerKeysTest {

    private static final int LIMIT = 10_000;
    private static final int MESSAGES = 1_000_000;
    /** A breaker with its counter takes about a kilobyte. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private final SettableClock clock = new SettableClock();
    private final BreakerRules rules = BreakerRules.of(
            BreakerSettings.DEFAULT.withKey(BreakerKey.SUBJECT).withFailureThreshold(1), failure -> true, clock,
            BreakerMeter.NONE);

    private static void complete(Breakers unit, String key) {
        Breaker breaker = unit.of(key).orElseThrow();
        breaker.ended(breaker.pass().orElseThrow(), Ends.completed());
    }

    private static void fail(Breakers unit, String key) {
        Breaker breaker = unit.of(key).orElseThrow();
        breaker.ended(breaker.pass().orElseThrow(), Ends.failed(FailureCode.TIMEOUT));
    }

    @Test
    void shouldKeepMemoryFlatWhateverTheNumberOfKeysAndMessages() {
        Breakers unit = new Breakers(rules);
        pass(unit, LIMIT, i -> "key-" + i);
        long after = usedBytes();

        pass(unit, MESSAGES, i -> "key-" + i % LIMIT);
        assertThat(unit.size()).isEqualTo(LIMIT);
        assertThat(usedBytes() - after).isLessThan(MOST_BYTES);
        pass(unit, 5 * LIMIT, i -> "another-" + i);

        assertThat(unit.size()).isEqualTo(LIMIT);
        assertThat(usedBytes() - after).isLessThan(MOST_BYTES);
        assertThat(unit.unguarded()).isZero();
    }

    private static void pass(Breakers unit, int messages, IntFunction<String> key) {
        for (int i = 0; i < messages; i++) {
            complete(unit, key.apply(i));
        }
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void shouldForgetTheIdleKeyThatWasAskedForLeastRecently() {
        Breakers unit = new Breakers(rules, 3);
        fail(unit, "open");
        complete(unit, "idle");
        unit.of("under way").orElseThrow().pass();

        complete(unit, "new");
        complete(unit, "newer");

        assertThat(unit.size()).isEqualTo(3);
        assertThat(unit.of("open").orElseThrow().state()).isEqualTo(BreakerState.OPEN);
        assertThat(unit.of("under way").orElseThrow().isBusy(clock.instant())).isTrue();
    }

    @Test
    void shouldGuardNoNewKeyWhenAllAreBusy() {
        Breakers unit = new Breakers(rules, 2);
        fail(unit, "a");
        fail(unit, "b");
        assertThat(unit.of("c")).isEmpty();
        assertThat(unit.unguarded()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(30));

        assertThat(unit.of("c")).isPresent();
    }

    @Test
    void shouldTellLongKeysApart() {
        Breakers unit = new Breakers(rules);
        String beginning = "k".repeat(100_000);

        fail(unit, beginning + "1");

        assertThat(unit.of(beginning + "1").orElseThrow().state()).isEqualTo(BreakerState.OPEN);
        assertThat(unit.of(beginning + "2").orElseThrow().state()).isEqualTo(BreakerState.CLOSED);
    }

    /** Case 87. */
    @Test
    void shouldHaveFewLabels() {
        KeyLabels unit = new KeyLabels(4);

        Set<String> labels = IntStream.range(0, 200).mapToObj(i -> unit.of("key-" + i)).collect(Collectors.toSet());

        assertThat(labels).containsExactlyInAnyOrder("key-0", "key-1", "key-2", "key-3", "__other__");
        assertThat(unit.of("key-2")).isEqualTo("key-2");
    }

    /** Case 87. */
    @Test
    void shouldShortenLongLabels() {
        KeyLabels unit = new KeyLabels(256);

        String label = unit.of("k".repeat(500));
        String accented = unit.of("é".repeat(250));
        String emoji = unit.of("😀".repeat(125));

        assertThat(Set.of(label, accented, emoji)).allSatisfy(text -> {
            assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(128);
            assertThat(text).contains("#").doesNotContain("\uFFFD");
        });
        assertThat(unit.of("k".repeat(499))).isNotEqualTo(label);
    }
}
