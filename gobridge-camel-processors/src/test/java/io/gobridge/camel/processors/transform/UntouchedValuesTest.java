package io.gobridge.camel.processors.transform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gobridge.camel.processors.StepRun;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever the payload and the target: all else keeps the token of its numbers and the value of its text. */
class UntouchedValuesTest {

    private static final int DEPTH = 3;

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldKeepWhatNobodyTouches(@ForAll("payloads") String payload, @ForAll("targets") String target) throws Exception {
        StepRun run = StepRun.with(payload)
                .through(new TransformProcessor(TransformSettings.of("t", Mapping.of(target, "$.none").orElse(7))));

        Map<String, String> before = leaves(payload.startsWith("{") ? payload : "{\"_value\":" + payload + "}");
        Map<String, String> after = leaves(run.text());
        String pointer = '/' + target.replace('.', '/');
        assertThat(run.text().equals(payload) || "7".equals(after.get(pointer))).isTrue();
        assertThat(without(pointer, after)).isEqualTo(without(pointer, before));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldTakeOverAnyValueAsItIs(@ForAll("payloads") String payload) throws Exception {
        StepRun run = StepRun.with(payload)
                .through(new TransformProcessor(TransformSettings.of("t", Mapping.of("all", "$")).droppingUnmapped()));

        assertThat(run.text()).isEqualTo("{\"all\":" + payload + "}");
    }

    @Provide
    Arbitrary<String> payloads() {
        return value(DEPTH);
    }

    @Provide
    Arbitrary<String> targets() {
        return Arbitraries.of("new", "new.er", "k0", "k1.k0", "k1.new", "k2.k1.k0", "_value");
    }

    private static Arbitrary<String> value(int depth) {
        Arbitrary<String> number = Arbitraries.oneOf(
                Arbitraries.longs().map(String::valueOf), Arbitraries.bigDecimals().map(String::valueOf),
                Arbitraries.of("-0", "1.10", "1e400", "9007199254740993", "0.1234567890123456789", "1E+2"));
        Arbitrary<String> scalar = Arbitraries.oneOf(number, text(), Arbitraries.of("true", "false", "null"));
        if (depth == 0) {
            return scalar;
        }
        Arbitrary<List<String>> members = value(depth - 1).list().ofMaxSize(5);
        return Arbitraries.oneOf(
                scalar, members.map(values -> values.stream().collect(Collectors.joining(" ,\t", "[ ", "]"))),
                members.map(UntouchedValuesTest::object), members.map(UntouchedValuesTest::object));
    }

    private static String object(List<String> values) {
        return IntStream.range(0, values.size()).mapToObj(i -> "\"k" + i + "\" : " + values.get(i))
                .collect(Collectors.joining(",\n", "{", "}"));
    }

    private static Arbitrary<String> text() {
        return Arbitraries
                .of("a", "\\n", "\\u00e4", "\u00E4", "\u20AC", "\\ud83d\\ude00", "\uD83D\uDE00", "\\\"", "\\/", "&<", "\\ud800")
                .list().ofMaxSize(6).map(parts -> '"' + String.join("", parts) + '"');
    }

    private static Map<String, String> without(String pointer, Map<String, String> leaves) {
        return leaves.entrySet().stream()
                .filter(leaf -> !leaf.getKey().equals(pointer) && !leaf.getKey().startsWith(pointer + '/'))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Numbers by their token and text by its value, by their JSON pointer. */
    private static Map<String, String> leaves(String json) throws IOException {
        Map<String, String> leaves = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json.getBytes(StandardCharsets.UTF_8))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    leaves.put(parser.getParsingContext().pathAsPointer().toString(), parser.getText());
                }
            }
        }
        return leaves;
    }
}
