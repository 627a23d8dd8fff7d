package io.gobridge.camel.routing;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.conditions.Condition;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 54 and 75. */
class RulesResolverTest {

    private final RulesResolver unit = new RulesResolver();

    @Test
    void shouldTakeTheFirstRuleThatMatches() {
        unit.when("header.region = 'EU' and $.amount > 100", "large").when("header.region = 'EU'", "eu").when("", "rest");

        assertThat(binding("EU", "{\"amount\": 101}")).isEqualTo("large");
        assertThat(binding("EU", "{\"amount\": 100}")).isEqualTo("eu");
        assertThat(binding("US", "{\"amount\": 101}")).isEqualTo("rest");
    }

    @Test
    void shouldTakeTheDefaultWhenNoRuleMatches() {
        unit.when(Condition.of("region", "eq", "EU"), "eu").otherwise("rest");

        assertThat(binding("US", "")).isEqualTo("rest");
        assertThat(unit.bindings()).containsExactly("eu", "rest");
    }

    @Test
    void shouldRejectWhatNothingMatches() {
        unit.when("header.region = 'EU'", "eu");

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> binding("US", ""));

        assertThat(failure.code()).isEqualTo(FailureCode.NO_BINDING_MATCH);
        assertThat(failure).hasMessageContaining("matches none of 1 rules").hasMessageNotContaining("US");
    }

    /** Case 75. */
    @Test
    void shouldTakeARuleThatCannotBeAskedForOneThatDoesNotMatch() {
        unit.when("$.amount = '3'", "text").when("$.amount > 1", "number").when("region > 1", "never").otherwise("rest");

        assertThat(binding("EU", "{\"amount\": 3}")).isEqualTo("number");
        assertThat(binding("EU", "not json")).isEqualTo("rest");
    }

    @Test
    void shouldTakeAPayloadAboveTheLimitForOneThatDoesNotMatch() {
        unit.setPayloadLimit(5);
        unit.when("$ exists true", "small").otherwise("large");

        assertThat(binding("EU", "12345")).isEqualTo("small");
        assertThat(binding("EU", "123456")).isEqualTo("large");
    }

    @Test
    void shouldReadRulesFromLines() {
        unit.setRules("""
                header.region = 'EU' and status = '-> here' -> eu

                  header.region = 'US'    ->   us
                -> rest
                """);

        assertThat(binding("US", "")).isEqualTo("us");
        assertThat(binding("EU", "")).isEqualTo("rest");
        RulesResolver again = new RulesResolver();
        again.setRules(unit.getRules());
        assertThat(again.getRules()).isEqualTo(unit.getRules()).contains("header.status = \"-> here\" -> eu");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "a = 1 -> x\\nb = 2       | line 2 is refused: it has no -> before its binding",
            "a = -> x                 | line 1 is refused: Condition cannot be read at position 5",
            "a = 1 ->                 | line 1 is refused: A rule names no binding" })
    void shouldNameTheLineThatCannotBeRead(String rules, String problem) {
        BridgeException failure
                = catchThrowableOfType(BridgeException.class, () -> unit.setRules(rules.replace("\\n", "\n")));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(failure).hasMessageContaining(problem);
    }

    @Test
    void shouldMapTheValueOfAHeader() {
        HeaderMapResolver map = new HeaderMapResolver("region", Map.of("EU", "eu", "UK", "eu"));

        assertThat(map.resolve(message("UK", ""))).containsExactly(DispatchPlan.to("eu"));
        assertThat(catchThrowableOfType(BridgeException.class, () -> map.resolve(message("US", ""))).code())
                .isEqualTo(FailureCode.NO_BINDING_MATCH);
        map.setDefaultBinding("rest");
        assertThat(map.resolve(message("US", ""))).containsExactly(DispatchPlan.to("rest"));
        assertThat(map.bindings()).containsExactly("eu", "rest");
    }

    private String binding(String region, String payload) {
        List<DispatchPlan> plans = unit.resolve(message(region, payload));
        assertThat(plans).hasSize(1);
        return plans.get(0).binding();
    }

    private static Envelope message(String region, String payload) {
        return Envelope.withId("m").createdAt(Instant.EPOCH).payload(Payload.ofText(payload))
                .headers(Headers.of(Map.of("region", region))).build();
    }
}
