package io.gobridge.camel.conditions;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Behaviour cases 59 to 71, as far as conditions go. */
class ConditionTest {

    private static final String PAYLOAD = """
            {"three": 3, "text3": "3", "yes": true, "no": null, "tags": ["a", "b"], "deep": {"list": [{"x": 1.10}]},
             "big": 9223372036854775907, "precise": 0.1234567890123456789, "huge": 1e400, "odd key": 1, "ordered-at": 5,
             "beyond": 1e99999999999}""";

    private static final Envelope MESSAGE = Envelope.withId("m").subject("orders.created").createdAt(Instant.EPOCH)
            .payload(Payload.ofText(PAYLOAD)).headers(headers()).build();

    private static Headers headers() {
        Map<String, Object> headers = new HashMap<>();
        headers.put("ten", "10");
        headers.put("nine", 9);
        headers.put("tenth", 0.1);
        headers.put("notANumber", Double.NaN);
        headers.put("status", "shipped");
        headers.put("flag", true);
        headers.put("none", null);
        headers.put("odd name", "x");
        headers.put("subject", "a header");
        headers.put("unsigned", new BigInteger("9223372036854775907"));
        headers.put("list", List.of("a", 1L));
        headers.put("Case", "upper");
        headers.put("bytes", new byte[] { 1, 2 });
        return Headers.of(headers);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "ten > 5", "ten > '9'", "nine < 10", "nine <= 9.0", "ten >= 10", "header.unsigned > 5",
            "$.big > 9223372036854775806",
            "$.precise = 0.1234567890123456789", "$.huge > 1e399", "$.huge = 10e399", "tenth = 0.1", "nine = 9.00",
            "$.three = 3", "$.three == 3.0", "$.three in [1, 2, 3]", "$.text3 in ['1', '3']", "$.no = null", "$.no in [null]",
            "$.yes = true", "$.three != '3'", "status != 'x'", "$.tags = ['a', 'b']", "$.tags[1] = 'b'",
            "$.deep.list[0].x = 1.1", "$['odd key'] = 1", "$.ordered-at = 5", "$ contains '\"three\":3'",
            "subject = 'orders.created'", "header.subject = 'a header'", "header.\"odd name\" = 'x'",
            "subject prefix 'orders.'",
            "status contains 'ipp'", "status prefix 'ship'", "ten contains 0", "$.huge prefix '1e4'", "$.tags contains '\"b\"'",
            "header.list contains '[\"a\",1]'", "bytes = 'AQI=' or bytes contains 'AQI='", "notANumber contains 'NaN'",
            "status matches 'p{2}e'", "status matches '^s.*d$'", "ten matches '^\\\\d+$'", "none contains ''",
            "nothing exists false", "none exists true", "$.no exists true", "$.nope exists false", "$.tags[2] exists false",
            "$.three.x exists false", "not $.three = 4", "! (ten > 5 and nine > 10)", "ten > 50 or nine > 5 and flag = true",
            "TEN > 5 or ten > 5", "ten > 5 && nine = 9", "ten > 50 || nine = 9", "ten IN ['10'] AND NOT flag = false",
            "Case = 'upper'", "$.beyond exists true", "$.beyond != 1" })
    void shouldHold(String condition) {
        assertThat(Condition.parse(condition).test(MessageView.of(MESSAGE))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "$.three = '3'", "$.text3 = 3", "$.yes = 1", "flag = 1", "$.no = 0", "$.no = ''",
            "$.precise = 0.123456789012345678",
            "$.three in []", "$.three in ['3', true, null]", "nothing = 'x'", "nothing != 'x'", "nothing > 5", "nothing in [1]",
            "nothing contains ''", "nothing prefix ''", "nothing matches ''", "none exists false", "case = 'upper'",
            "notANumber = 1", "$.tags = ['b', 'a']", "$.tags = ['a']", "$.beyond = 1", "subject = ''",
            "status = shipped or 1 = 1" })
    void shouldNotHold(String condition) {
        assertThat(holds(condition)).isFalse();
    }

    /** What cannot be read does not hold either. */
    private static boolean holds(String text) {
        try {
            return Condition.parse(text).test(MessageView.of(MESSAGE));
        } catch (BridgeException e) {
            assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIG);
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "status > 5", "flag > 5", "header.list >= 5", "none < 5", "notANumber > 5", "$.no <= 5", "$.tags > 5",
            "$.yes < 5", "$.beyond > 5" })
    void shouldRejectAMessageThatHasNoNumberWhereOneIsNeeded(String condition) {
        BridgeException failure = failure(condition, MESSAGE);

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(failure).hasMessageContaining("needs a number").hasMessageNotContainingAny("shipped");
    }

    @Test
    void shouldRejectATextThatTakesLongToReadAsANumber() {
        Envelope message = with("9".repeat(1001));

        assertThat(Condition.parse("header.x > 5").test(MessageView.of(with("9".repeat(1000))))).isTrue();
        assertThat(failure("header.x > 5", message).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldNotAskTheRestOnceTheAnswerIsKnown() {
        assertThat(Condition.parse("flag = false and status > 5").test(MessageView.of(MESSAGE))).isFalse();
        assertThat(Condition.parse("flag = true or status > 5").test(MessageView.of(MESSAGE))).isTrue();
        assertThat(failure("flag = true and status > 5", MESSAGE).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldTakeEveryFieldOfAnEmptyPayloadForMissing() {
        for (Payload payload : List.of(Payload.EMPTY, Payload.ABSENT)) {
            Envelope message = MESSAGE.toBuilder().payload(payload).build();

            assertThat(Condition.parse("$.x exists true or $.x = 1 or $.x != 1").test(MessageView.of(message))).isFalse();
            assertThat(Condition.parse("$ exists false").test(MessageView.of(message))).isTrue();
        }
    }

    @Test
    void shouldMakeTheSameConditionFromItsParts() {
        Condition parts = Condition.all(List.of(
                Condition.of("$.amount", "gte", 100), Condition.not(Condition.of("plant", "in", List.of("P1", "P2"))),
                Condition.any(List.of(Condition.of("subject", "regex", "^a"), Condition.of("header.vip", "exists", true)))));

        Condition text = Condition.parse(
                "$.amount >= 100 and not plant in ['P1', 'P2'] and (subject matches '^a' or header.vip exists true)");

        assertThat(parts).isEqualTo(text).hasSameHashCodeAs(text).hasToString(text.toString());
    }

    @Test
    void shouldTakeAGroupOfOneForItsMember() {
        Condition one = Condition.of("a", "=", 1);

        assertThat(Condition.all(List.of(one))).isSameAs(one);
        assertThat(Condition.any(List.of(one))).isSameAs(one);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "like     | there is no operator 'like'; allowed are = == eq",
            "gt       | operator '>' needs a number and has \"x\"",
            "in       | operator 'in' needs a list",
            "exists   | operator 'exists' needs true or false" })
    void shouldRefuseWhatDoesNotGoTogether(String operator, String problem) {
        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> Condition.of("a", operator, "x"));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(failure.getMessage()).containsIgnoringCase(problem);
    }

    @Test
    void shouldRefuseExistsWithoutTrueOrFalse() {
        for (Object value : Arrays.asList(null, "true", 1)) {
            assertThat(catchThrowableOfType(BridgeException.class, () -> Condition.of("a", "exists", value)).code())
                    .isEqualTo(FailureCode.INVALID_CONFIG);
        }
    }

    @Test
    void shouldRefuseValuesThatNothingCouldEqual() {
        for (Object value : List.of(Double.NaN, Float.POSITIVE_INFINITY, Instant.EPOCH, List.of(List.of(1)), Map.of())) {
            assertThat(catchThrowableOfType(BridgeException.class, () -> Condition.of("a", "eq", value)).code())
                    .isEqualTo(FailureCode.INVALID_CONFIG);
        }
        assertThat(catchThrowableOfType(BridgeException.class, () -> Condition.of("a", "contains", null)).code())
                .isEqualTo(FailureCode.INVALID_CONFIG);
    }

    @Test
    void shouldRefuseAnEmptyGroupAndOneThatIsNestedTooDeep() {
        assertThat(catchThrowableOfType(BridgeException.class, () -> Condition.all(List.of())).code())
                .isEqualTo(FailureCode.INVALID_CONFIG);
        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> negated(Condition.MAX_DEPTH));
        assertThat(failure).hasMessageContaining("deeper than 100 levels");
        assertThat(negated(Condition.MAX_DEPTH - 1).depth()).isEqualTo(Condition.MAX_DEPTH);
    }

    private static Condition negated(int times) {
        Condition condition = Condition.of("a", "eq", 1);
        for (int i = 0; i < times; i++) {
            condition = Condition.not(condition);
        }
        return condition;
    }

    private static Envelope with(String value) {
        return MESSAGE.toBuilder().headers(Headers.of(Map.of("x", value))).build();
    }

    private static BridgeException failure(String condition, Envelope message) {
        return catchThrowableOfType(BridgeException.class, () -> Condition.parse(condition).test(MessageView.of(message)));
    }
}
