package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.processors.StepRun;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TransformProcessorTest {

    /** Case 76. */
    @Test
    void shouldLeaveThePayloadAloneWhenOnlyHeadersAreTargets() {
        byte[] body = "[10, 20,30 ]".getBytes(StandardCharsets.UTF_8);

        StepRun run = StepRun.with(body, Map.of()).through(new TransformProcessor(settings("header.second = $[1]")));

        assertThat(run.header("second")).isEqualTo(20L);
        assertThat(run.body()).isSameAs(body);
    }

    /** Case 78. */
    @Test
    void shouldReadThePayloadAsItCameWhateverTheOrderOfTheMappings() {
        List<Mapping> mappings = new ArrayList<>(Mapping.parse("src = $.other; copy = $.src"));

        for (int i = 0; i < 2; i++) {
            StepRun run = StepRun.with("{\"src\":\"ORIG\",\"other\":\"NEW\"}")
                    .through(new TransformProcessor(new TransformSettings("t", mappings, false, false, 1000)));

            assertThat(run.text()).isEqualTo("{\"src\":\"NEW\",\"other\":\"NEW\",\"copy\":\"ORIG\"}");
            Collections.reverse(mappings);
        }
    }

    /** Case 79. */
    @Test
    void shouldLeaveAnEmptyObjectWhenNothingIsMapped() {
        assertThat(dropUnmapped("x = $.missing", "{\"a\": 1}")).isEqualTo("{}");
        assertThat(dropUnmapped("", "{\"a\": 1}")).isEqualTo("{}");
        assertThat(dropUnmapped("header.h = $.a", "{\"a\": 1}")).isEqualTo("{\"a\": 1}");
    }

    /** Case 81. */
    @Test
    void shouldEscapeNothingThatNeedsNoEscape() {
        assertThat(map("b = $.a", "{\"a\":\"a&b<c>\"}")).isEqualTo("{\"a\":\"a&b<c>\",\"b\":\"a&b<c>\"}");
        assertThat(map("b = $.a as base64decode", "{\"a\":\"YSZiPGM+\"}")).contains("\"b\":\"a&b<c>\"");
    }

    /** Case 84. */
    @Test
    void shouldNotParseAPayloadAboveTheLimit() {
        TransformProcessor unit = new TransformProcessor(settings("x = $").withPayloadLimit(4));

        assertThat(StepRun.with("12345").through(unit).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(StepRun.with("1234").through(unit).text()).isEqualTo("{\"_value\":1234,\"x\":1234}");
    }

    /** Case 84. */
    @Test
    void shouldPassOnWhatEndedTheRun() {
        BridgeException ended = BridgeException.of(FailureCode.PROCESSOR_TIMEOUT, "The run has ended");
        StepRun run = StepRun.with(new BrokenStream(ended), Map.of());

        assertThat(run.through(new TransformProcessor(settings("x = $"))).failure()).isSameAs(ended);
    }

    @Test
    void shouldKeepEveryTokenThatNobodyTouches() {
        String numbers = "\"n\": [9007199254740993, 0.1234567890123456789,1.10, 1e400, -0]";

        assertThat(map("a.b = $.n[3]", "{" + numbers + ", \"t\" : \"\\u00e4\u20AC\"}"))
                .isEqualTo("{" + numbers + ",\"t\" : \"\\u00e4\u20AC\",\"a\":{\"b\":1e400}}");
    }

    @Test
    void shouldSetFieldsBelowOthersAndKeepTheirNeighbours() {
        assertThat(map("a.b.c = $.x; a.d = $.x; new.e = $.x", "{\"a\": {\"b\": {\"k\": 1, \"c\": 2}, \"z\": 3}, \"x\": 9}"))
                .isEqualTo("{\"a\":{\"b\":{\"k\": 1,\"c\":9},\"z\": 3,\"d\":9},\"x\": 9,\"new\":{\"e\":9}}");
    }

    @Test
    void shouldTakeTheDefaultElseFailElseSkipWhenNothingIsFound() {
        assertThat(map("b = $.x default 1.10", "{}")).isEqualTo("{\"b\":1.10}");
        assertThat(map("b = $.x default 'none' required", "{}")).isEqualTo("{\"b\":\"none\"}");
        assertThat(map("b = $.x", "{\"a\": 1}")).isEqualTo("{\"a\": 1}");
        assertThat(code("b = $.x required", "{}")).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(run("header.h = $.x default 5", "{}").header("h")).isEqualTo(5L);
    }

    @Test
    void shouldTakeNullForAValue() {
        assertThat(map("b = $.a default 1 required", "{\"a\": null}")).isEqualTo("{\"a\": null,\"b\":null}");
        assertThat(map("b = $.a as int", "{\"a\": null}")).isEqualTo("{\"a\": null,\"b\":null}");
        StepRun run = run("header.h = $.a default 1", "{\"a\": null}");
        assertThat(run.exchange().getMessage().getHeaders()).containsEntry("h", null);
    }

    @Test
    void shouldMakeAListOfSeveralResults() {
        String items = "{\"i\":[{\"s\":\"a\",\"n\":1},{\"s\":\"b\",\"n\":2.0},{\"x\":1}]}";

        assertThat(dropUnmapped("s = $.i[*].s; n = $..n as int; all = $.i[0].*; last = $.i[-1].x; one = $.i[*].x", items))
                .isEqualTo("{\"s\":[\"a\",\"b\"],\"n\":[1,2],\"all\":[\"a\",1],\"last\":1,\"one\":1}");
        assertThat(run("header.s = $.i[*].s", items).header("s")).isEqualTo(List.of("a", "b"));
    }

    @Test
    void shouldConvertOrLeaveOut() {
        assertConverts("int", "\"3\"", "3").assertConverts("int", "3.0", "3").assertConverts("int", "1e3", "1000")
                .assertConverts("int", "true", "1").assertConverts("int", "false", "0")
                .assertConverts("int", "-9223372036854775808", "-9223372036854775808")
                .assertLeavesOut("int", "\"3.5\"", "3.5", "1e300", "1e999999999", "9223372036854775808", "\"x\"", "[1]", "{}");
        assertConverts("float", "1.10", "1.10").assertConverts("float", "\"1.10\"", "1.10")
                .assertConverts("float", "1e400", "1e400").assertConverts("float", "\".5\"", "0.5")
                .assertConverts("float", "\"+1\"", "1")
                .assertLeavesOut("float", "true", "\"NaN\"", "\"\"", "\"" + "1".repeat(1001) + "\"", "[]");
        assertConverts("bool", "\"TRUE\"", "true").assertConverts("bool", "0", "false").assertConverts("bool", "true", "true")
                .assertLeavesOut("bool", "2", "\"yes\"", "1.0", "{}");
        assertConverts("string", "1.10", "\"1.10\"").assertConverts("string", "true", "\"true\"")
                .assertConverts("string", "\"\\u00e4\"", "\"\\u00e4\"")
                .assertConverts("string", "{\"k\": [1]}", "\"{\\\"k\\\": [1]}\"");
        assertConverts("base64encode", "\"\u00E4\"", "\"w6Q=\"").assertConverts("base64encode", "12", "\"MTI=\"")
                .assertLeavesOut("base64encode", "\"\\ud800\"");
        assertConverts("base64decode", "\"w6Q=\"", "\"\u00E4\"").assertConverts("base64decode", "\"w6Q\"", "\"\u00E4\"")
                .assertLeavesOut("base64decode", "\"/w==\"", "\"?\"", "5");
    }

    @Test
    void shouldRejectWhatDoesNotFitWhenItIsRequiredOrErrorsCount() {
        assertThat(code("b = $.a as int required", "{\"a\": \"3.5\"}")).isEqualTo(FailureCode.INVALID_PAYLOAD);
        StepRun strict = StepRun.with("{\"a\": \"hunter2\"}")
                .through(new TransformProcessor(settings("b = $.a as int").failingOnError()));
        assertThat(strict.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(strict.failure()).hasMessageContaining("$.a").hasMessageContaining("int")
                .hasMessageNotContaining("hunter2");
        assertThat(strict.text()).isEqualTo("{\"a\": \"hunter2\"}");
    }

    @Test
    void shouldChangeNothingOfAMessageThatItRejects() {
        StepRun run = run("header.h = $.a; b = $.a; c = $.x required", "{\"a\": 1}");

        assertThat(run.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(run.header("h")).isNull();
        assertThat(run.text()).isEqualTo("{\"a\": 1}");
    }

    @Test
    void shouldWrapARootThatIsNoObject() {
        assertThat(map("b = $[0]", "[1, 2]")).isEqualTo("{\"_value\":[1, 2],\"b\":1}");
        assertThat(map("b = $", "\"x\"")).isEqualTo("{\"_value\":\"x\",\"b\":\"x\"}");
        assertThat(map("_value = $[0]", "[1]")).isEqualTo("{\"_value\":1}");
        assertThat(dropUnmapped("b = $[0]", "[1]")).isEqualTo("{\"b\":1}");
    }

    @Test
    void shouldLeaveAloneWhatIsNoJsonUnlessItMatters() {
        for (String body : List.of("not json", "{\"a\":1} {}", "[NaN]", "{'a':1}", " ")) {
            assertThat(map("b = $.a", body)).isEqualTo(body);
            assertThat(code("b = $.a required", body)).as(body).isEqualTo(FailureCode.INVALID_PAYLOAD);
            assertThat(StepRun.with(body).through(new TransformProcessor(settings("b = $.a").failingOnError())).code())
                    .as(body).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
        byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16);
        assertThat(StepRun.with(utf16, Map.of()).through(new TransformProcessor(settings("b = $.a"))).body()).isSameAs(utf16);
        assertThat(StepRun.with(utf16, Map.of()).through(new TransformProcessor(settings("b = $.a required"))).code())
                .isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldRejectJsonThatOthersMayReadDifferently() {
        for (String body : List.of("{\"a\":1,\"a\":2}", "[".repeat(100_000), "[".repeat(100_000) + "]".repeat(100_000),
                "1".repeat(1001))) {
            assertThat(code("b = $.a", body)).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    @Test
    void shouldSkipAByteOrderMark() {
        assertThat(map("b = $.a", "\uFEFF{\"a\":1}")).isEqualTo("{\"a\":1,\"b\":1}");
    }

    @Test
    void shouldLeaveAnEmptyPayloadAloneUnlessAMappingIsRequired() {
        for (Object body : Arrays.asList(null, "", new byte[0])) {
            StepRun lenient = StepRun.with(body, Map.of()).through(new TransformProcessor(settings("b = $.a default 1")));
            assertThat(lenient.code()).isNull();
            assertThat(lenient.body()).isSameAs(body);
            assertThat(StepRun.with(body, Map.of()).through(new TransformProcessor(settings("b = $.a required"))).code())
                    .isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    @Test
    void shouldNotReachThroughWhatIsNoObject() {
        assertThat(map("a.b = $.x", "{\"a\": 5, \"x\": 1}")).isEqualTo("{\"a\": 5, \"x\": 1}");
        assertThat(code("a.b = $.x required", "{\"a\": 5, \"x\": 1}")).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(code("a.b.c = $.x required", "{\"a\": {\"b\": [1]}, \"x\": 1}")).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(dropUnmapped("a.b = $.x", "{\"a\": 5, \"x\": 1}")).isEqualTo("{\"a\":{\"b\":1}}");
    }

    @Test
    void shouldGiveHeadersJavaValues() {
        StepRun run = run("header.big = $.big; header.dec = $.dec; header.map = $.m; header.float = $.one as float; "
                          + "header.yes = $.yes; header.text = $.text",
                "{\"big\": 9223372036854775808, \"dec\": 1.10, \"m\": {\"k\": [1, null]}, \"one\": 1, \"yes\": true, \"text\": \"\\n\"}");

        assertThat(run.header("big")).isEqualTo(BigInteger.TWO.pow(63));
        assertThat(run.header("dec")).isEqualTo(new BigDecimal("1.10"));
        assertThat(run.header("map")).isEqualTo(Map.of("k", Arrays.asList(1L, null)));
        assertThat(run.header("float")).isEqualTo(BigDecimal.ONE);
        assertThat(run.header("yes")).isEqualTo(true);
        assertThat(run.header("text")).isEqualTo("\n");
        assertThat(code("header.h = $ required", "1e99999999999")).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    private TransformProcessorTest assertConverts(String type, String from, String to) {
        assertThat(dropUnmapped("v = $.a as " + type, "{\"a\": " + from + "}")).as(type).isEqualTo("{\"v\":" + to + "}");
        return this;
    }

    private void assertLeavesOut(String type, String... values) {
        for (String value : values) {
            assertThat(dropUnmapped("v = $.a as " + type, "{\"a\": " + value + "}")).as(type + " of " + value).isEqualTo("{}");
            assertThat(code("v = $.a required as " + type, "{\"a\": " + value + "}")).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    private static TransformSettings settings(String mappings) {
        return TransformSettings.read("t", mappings, false, false, 1_000_000);
    }

    private static StepRun run(String mappings, String body) {
        return StepRun.with(body).through(new TransformProcessor(settings(mappings)));
    }

    private static FailureCode code(String mappings, String body) {
        return run(mappings, body).code();
    }

    private static String map(String mappings, String body) {
        StepRun run = run(mappings, body);
        assertThat(run.code()).isNull();
        return run.text();
    }

    private static String dropUnmapped(String mappings, String body) {
        StepRun run = StepRun.with(body).through(
                new TransformProcessor(TransformSettings.read("t", mappings, true, false, 1_000_000)));
        assertThat(run.code()).isNull();
        return run.text();
    }
}
