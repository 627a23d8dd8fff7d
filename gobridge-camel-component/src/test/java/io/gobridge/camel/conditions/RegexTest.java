package io.gobridge.camel.conditions;

import java.time.Instant;
import java.util.Map;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RegexTest {

    /**
     * F60. An engine that backtracks would need longer than the universe is old: the limit only ends the wait for it.
     */
    @ParameterizedTest
    @ValueSource(strings = { "(a+)+$", "(a|aa)+$", "(.*a){20}$", "^(([a-z])+.)+[A-Z]([a-z])+$" })
    @Timeout(30)
    void shouldAnswerOnPatternsThatTrapABacktrackingEngine(String pattern) {
        Envelope message = Envelope.withId("m").createdAt(Instant.EPOCH)
                .headers(Headers.of(Map.of("x", "a".repeat(10_000) + "!"))).build();

        assertThat(Condition.of("x", "regex", pattern).test(MessageView.of(message))).isFalse();
    }

    @Test
    void shouldRefuseAPatternThatIsTooLong() {
        assertThat(Regex.compile("a".repeat(4096))).isNotNull();
        assertThat(refused("a".repeat(4097))).hasMessageContaining("it has 4097 characters; allowed are 4096");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "((a{1000}){1000}){1000}", "(a{1000}){1000}", "(?:(?:ab){500}c){500}", "((([0-9]{100}){100}){100}){100}" })
    void shouldRefuseAPatternWhoseProgramWouldFillTheHeap(String pattern) {
        assertThat(refused(pattern)).hasMessageContaining("its repetitions are too large");
    }

    @Test
    void shouldRefuseAPatternNestedSoDeepThatCompilingItWouldOverflowTheStack() {
        assertThat(refused("(".repeat(2000) + "a" + ")".repeat(2000))).hasMessageContaining("nested deeper than 100");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[(]{2}", "[])({}]+", "\\({3,5}", "[^]]", "a{,3}", "x{", "a{2}b{1000}c{1000}", "(a{10}){10}", "[\\]]" })
    void shouldLeaveOtherPatternsToTheEngine(String pattern) {
        assertThat(Regex.compile(pattern)).isNotNull();
    }

    @Property
    void shouldRefuseOrCompileAnyPattern(
            @ForAll @Chars({
                    'a', '(', ')', '[', ']', '{', '}', '1', '9', ',', '\\', '*', '+', '?', '|', '^', '$', '.' }) @StringLength(
                                                                                                                               max = 40) String pattern) {
        Throwable error = catchThrowable(() -> Regex.compile(pattern));
        if (error != null) {
            assertThat(error).isInstanceOf(BridgeException.class);
        }
    }

    private static BridgeException refused(String pattern) {
        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> Regex.compile(pattern));
        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        return failure;
    }
}
