package io.gobridge.camel.conditions;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.json.JsonTree;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class JsonPayloadTest {

    @Test
    void shouldKeepNumbersAsTheyWereWritten() {
        Object root = root("[9007199254740993, 0.1234567890123456789, 1.10, 1e400, -0]");

        assertThat((List<?>) root).extracting(Object::toString)
                .containsExactly("9007199254740993", "0.1234567890123456789", "1.10", "1e400", "-0");
    }

    @Test
    void shouldParseOnce() {
        JsonPayload payload = JsonPayload.of(utf8("{\"a\": [1]}"));

        assertThat(payload.tree(100)).isSameAs(payload.tree(100));
        assertThat(root(payload, 100)).isEqualTo(Map.of("a", List.of(new JsonNumber("1"))));
    }

    @Test
    void shouldNotBeChangedByWhoReadsIt() {
        Map<?, ?> root = (Map<?, ?>) root("{\"a\": [1]}");

        assertThat(catchThrowable(root::clear)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(catchThrowable(((List<?>) root.get("a"))::clear)).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "not json", " ", "{", "[1,", "{\"a\":1} {}", "1 2", "{\"a\":1,}", "[NaN]", "[Infinity]", "[-Infinity]", "{'a':1}",
            "{a:1}",
            "[01]", "[+1]", "[.5]", "\"\t\"", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "// x\n1", "]" })
    void shouldRejectWhatIsNotOneJsonValue(String text) {
        assertThat(failure(JsonPayload.of(utf8(text)), 100).code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Test
    void shouldRejectBrokenJsonEachTimeItIsAsked() {
        JsonPayload payload = JsonPayload.of(utf8("not json"));

        assertThat(failure(payload, 100)).hasMessage(failure(payload, 100).getMessage());
    }

    @Test
    void shouldNeverTellWhatIsInThePayload() {
        StringWriter told = new StringWriter();

        failure(JsonPayload.of(utf8("{\"password\": hunter2}")), 100).printStackTrace(new PrintWriter(told));
        failure(JsonPayload.of(utf8("{\"hunter2\": 1, \"hunter2\": 2}")), 100).printStackTrace(new PrintWriter(told));

        assertThat(told.toString()).doesNotContain("hunter2").contains("beyond byte");
    }

    @Test
    void shouldSkipAByteOrderMarkAndRefuseEveryEncodingButUtf8() {
        assertThat(root("\uFEFF[true]")).isEqualTo(List.of(true));
        for (var charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE,
                StandardCharsets.ISO_8859_1)) {
            JsonPayload payload = JsonPayload.of("[\"\u00E4\"]".getBytes(charset));

            assertThat(failure(payload, 100).code()).as(charset.name()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        }
    }

    @Test
    void shouldNotParseAPayloadAboveTheLimit() {
        JsonPayload payload = JsonPayload.of(utf8("12345"));

        assertThat(failure(payload, 4).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        assertThat(failure(payload, 4)).hasMessageContaining("5 bytes").hasMessageContaining("at most 4");
        assertThat(root(payload, 5)).isEqualTo(new JsonNumber("12345"));
    }

    @Test
    void shouldRefuseDeepNestingAndEndlessNumbers() {
        assertThat(root("[".repeat(200) + "]".repeat(200))).isInstanceOf(List.class);
        assertThat(failure(JsonPayload.of(utf8("[".repeat(201) + "]".repeat(201))), 1000).code())
                .isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(failure(JsonPayload.of(utf8("[".repeat(1_000_000))), 1_000_000).code())
                .isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(failure(JsonPayload.of(utf8("9".repeat(100_000))), 1_000_000).code())
                .isEqualTo(FailureCode.INVALID_PAYLOAD);
    }

    @Property
    void shouldParseOrRejectAnyBytes(@ForAll byte[] bytes) {
        Throwable error = catchThrowable(() -> root(JsonPayload.of(bytes), Integer.MAX_VALUE));
        if (error != null) {
            assertThat(error).isInstanceOf(BridgeException.class);
        }
    }

    private static Object root(String text) {
        return root(JsonPayload.of(utf8(text)), JsonPayload.DEFAULT_LIMIT);
    }

    private static Object root(JsonPayload payload, int limit) {
        return JsonValues.of(payload.tree(limit), JsonTree.ROOT);
    }

    private static BridgeException failure(JsonPayload payload, int limit) {
        return catchThrowableOfType(BridgeException.class, () -> payload.tree(limit));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
