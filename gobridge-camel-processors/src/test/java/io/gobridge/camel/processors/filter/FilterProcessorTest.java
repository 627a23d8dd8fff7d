package io.gobridge.camel.processors.filter;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.StepRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FilterProcessorTest {

    private static final BigInteger BEYOND_LONG = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(100));

    @Test
    void shouldLetThroughWhatMatches() {
        FilterProcessor unit = filter("$.amount > 100");

        assertThat(StepRun.with("{\"amount\": 101}").through(unit).code()).isNull();
        assertThat(StepRun.with("{\"amount\": 100}").through(unit).code()).isEqualTo(FailureCode.MESSAGE_FILTERED);
    }

    @Test
    void shouldDropWhatMatchesAndSayWhoDid() {
        FilterProcessor unit = new FilterProcessor(
                FilterSettings.of("no tests", Condition.parse("$.test = true")).withAction(FilterAction.DROP));

        StepRun dropped = StepRun.with("{\"test\": true}", Map.of("CamelGoBridgeMessageId", "m-1")).through(unit);

        assertThat(dropped.code()).isEqualTo(FailureCode.MESSAGE_FILTERED);
        assertThat(dropped.failure()).hasMessageContaining("'no tests'").hasMessageContaining("m-1");
        assertThat(StepRun.with("{}").through(unit).code()).isNull();
    }

    @Test
    void shouldNameTheBindingForWhatMatchesAndLetAllThrough() {
        FilterProcessor unit = new FilterProcessor(FilterSettings.of("large", Condition.parse("$.n > 1")).routingTo("b2"));

        StepRun large = StepRun.with("{\"n\": 2}").through(unit);
        StepRun small = StepRun.with("{\"n\": 1}").through(unit);

        assertThat(large.code()).isNull();
        assertThat(large.header(ReservedHeaders.ROUTE_OVERRIDE)).isEqualTo("b2");
        assertThat(small.code()).isNull();
        assertThat(small.header(ReservedHeaders.ROUTE_OVERRIDE)).isNull();
    }

    @ParameterizedTest
    @CsvSource({ "PASS,1,true", "PASS,2,false", "DROP,1,false", "DROP,2,true" })
    void shouldTurnTheAnswerRoundAfterAllConditions(FilterAction action, int amount, boolean isFiltered) {
        FilterProcessor unit = new FilterProcessor(
                FilterSettings.of("f", Condition.parse("$.n = 1 and $.m = 1")).withAction(action).inverted());

        StepRun run = StepRun.with("{\"n\": " + amount + ", \"m\": 1}").through(unit);

        assertThat(run.code() == FailureCode.MESSAGE_FILTERED).isEqualTo(isFiltered);
    }

    /** Case 59. */
    @Test
    void shouldCompareInNumbersWhatTextSays() {
        assertThat(passes(Condition.of("n", "gt", 5), "", Map.of("n", "10"))).isTrue();
        assertThat(passes(Condition.of("n", "gt", "9"), "", Map.of("n", "10"))).isTrue();
    }

    /** Cases 60 and 62. */
    @Test
    void shouldCompareTypesStrictly() {
        assertThat(passes(Condition.of("$.v", "eq", 3), "{\"v\": 3}", Map.of())).isTrue();
        assertThat(passes(Condition.of("$.v", "eq", "3"), "{\"v\": 3}", Map.of())).isFalse();
        assertThat(passes(Condition.of("$.v", "eq", true), "{\"v\": 1}", Map.of())).isFalse();
        assertThat(passes(Condition.of("$.v", "eq", 0), "{\"v\": null}", Map.of())).isFalse();
        assertThat(passes(Condition.of("$.v", "in", List.of(1, 2, 3)), "{\"v\": 3}", Map.of())).isTrue();
    }

    /** Cases 63 and 64. */
    @Test
    void shouldKnowWhatIsMissing() {
        assertThat(passes(Condition.of("$.v", "ne", 3), "{}", Map.of())).isFalse();
        assertThat(passes(Condition.of("$.v", "exists", false), "{}", Map.of())).isTrue();
    }

    /** Case 66. */
    @Test
    void shouldRejectWhatHasToBeANumberAndIsNone() {
        for (String value : List.of("\"shipped\"", "true", "[1]", "null")) {
            StepRun run = StepRun.with("{\"v\": " + value + "}").through(filter("$.v > 1"));

            assertThat(run.code()).as(value).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    /** Case 67. */
    @Test
    void shouldCompareNumbersOfAnySize() {
        assertThat(passes(Condition.of("$.v", "gt", 5), "{\"v\": " + BEYOND_LONG + "}", Map.of())).isTrue();
        assertThat(passes(Condition.of("v", "gt", 5), "", Map.of("v", BEYOND_LONG))).isTrue();
    }

    /** Case 69. */
    @Test
    void shouldNotLetBrokenJsonSlipThroughAFilterThatDenies() {
        FilterProcessor unit = new FilterProcessor(
                FilterSettings.of("f", Condition.parse("$.x = 1")).withAction(FilterAction.DROP));

        for (String body : List.of("not json", "{\"x\": 2, \"x\": 1}", "[NaN]", "[".repeat(100_000), "{\"x\":1} {}", " ")) {
            assertThat(StepRun.with(body).through(unit).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    /** Case 70. */
    @Test
    void shouldTakeAnEmptyPayloadForOneWithoutFields() {
        for (Object body : Arrays.asList(null, "", new byte[0])) {
            assertThat(StepRun.with(body, Map.of()).through(filter("$.x exists false")).code()).isNull();
        }
    }

    /** Case 71. */
    @Test
    void shouldNotAskWhatIsDecided() {
        assertThat(StepRun.with("{\"a\": 2, \"b\": \"x\"}").through(filter("$.a = 1 and $.b > 5")).code())
                .isEqualTo(FailureCode.MESSAGE_FILTERED);
    }

    /** Case 84. */
    @Test
    void shouldNotParseAPayloadAboveTheLimit() {
        FilterProcessor unit = new FilterProcessor(FilterSettings.of("f", Condition.parse("$ > 1")).withPayloadLimit(4));

        assertThat(StepRun.with("12345").through(unit).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(StepRun.with("1234").through(unit).code()).isNull();
    }

    /** F60. */
    @Test
    void shouldAnswerAPatternThatTrapsABacktrackingEngine() {
        FilterProcessor unit = filter("header.v matches '(a+)+$'");
        StepRun run = StepRun.with("", Map.of("v", "a".repeat(10_000) + "!"));
        long best = Long.MAX_VALUE;

        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            run.through(unit);
            best = Math.min(best, System.nanoTime() - start);
        }

        assertThat(run.code()).isEqualTo(FailureCode.MESSAGE_FILTERED);
        assertThat(best).isLessThan(50_000_000);
    }

    private static FilterProcessor filter(String condition) {
        return new FilterProcessor(FilterSettings.of("f", Condition.parse(condition)));
    }

    private static boolean passes(Condition condition, String body, Map<String, Object> headers) {
        StepRun run = StepRun.with(body, headers).through(new FilterProcessor(FilterSettings.of("f", condition)));
        assertThat(run.code()).isIn(null, FailureCode.MESSAGE_FILTERED);
        return run.code() == null;
    }
}
