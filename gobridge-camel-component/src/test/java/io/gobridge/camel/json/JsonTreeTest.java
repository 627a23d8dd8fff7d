package io.gobridge.camel.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class JsonTreeTest {

    private static final ObjectMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES).build();

    private static final JsonFactory STRICT
            = JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldReadWhatJacksonReads(@ForAll("texts") String text) throws Exception {
        JsonTree tree = read(text);

        assertThat(jackson(tree, JsonTree.ROOT)).isEqualTo(JACKSON.readTree(text));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldKeepEveryByteOfWhatItCopies(@ForAll("texts") String text) throws Exception {
        JsonTree tree = read(text);
        JsonTreeWriter writer = new JsonTreeWriter(0);

        writer.copy(tree, JsonTree.ROOT);

        assertThat(new String(writer.finish().bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldKnowWhereIsWhatItWrote(@ForAll("texts") String text) throws Exception {
        JsonTree tree = read(text);
        JsonTreeWriter writer = new JsonTreeWriter(0);

        rewrite(tree, JsonTree.ROOT, writer);

        JsonTree written = writer.finish();
        assertThat(positions(written)).isEqualTo(positions(JsonTree.read(written.bytes())));
        assertThat(JACKSON.readTree(written.bytes())).isEqualTo(JACKSON.readTree(text));
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void shouldAcceptWhatJacksonAccepts(
            @ForAll("texts") String text, @ForAll @IntRange(max = 1_000_000) int place,
            @ForAll("signs") String sign, @ForAll boolean isReplaced) {
        int at = place % (text.length() + 1);
        int after = isReplaced ? Math.min(text.length(), at + 1) : at;
        String broken = text.substring(0, at) + sign + text.substring(after);

        assertThat(defect(broken) == null).as(broken).isEqualTo(isOneValueToJackson(broken));
    }

    @Property
    void shouldAcceptNoBytesThatAreNoText(@ForAll @Size(min = 1, max = 4) byte[] bytes) {
        byte[] text = new byte[bytes.length + 2];
        text[0] = '"';
        text[bytes.length + 1] = '"';
        for (int i = 0; i < bytes.length; i++) {
            text[i + 1] = (byte) (bytes[i] | 0x80);
        }

        JsonDefect defect = catchThrowableOfType(JsonDefect.class, () -> JsonTree.read(text));

        assertThat(defect == null).isEqualTo(isText(text));
    }

    @Test
    void shouldFindFieldsAndElements() throws Exception {
        JsonTree tree = read("{\"a\": [1, [2], 3], \"b\\n\": \"x\"}");
        int list = tree.field(JsonTree.ROOT, "a");

        assertThat(tree.json(tree.element(list, 2))).isEqualTo("3");
        assertThat(tree.element(list, 3)).isEqualTo(JsonTree.MISSING);
        assertThat(tree.element(JsonTree.ROOT, 0)).isEqualTo(JsonTree.MISSING);
        assertThat(tree.text(tree.field(JsonTree.ROOT, "b\n"))).isEqualTo("x");
        assertThat(tree.field(JsonTree.ROOT, "c")).isEqualTo(JsonTree.MISSING);
        assertThat(tree.field(list, "a")).isEqualTo(JsonTree.MISSING);
    }

    @Test
    void shouldFindANameThatIsThereTwiceAmongFewAndAmongMany() throws Exception {
        String many = IntStream.range(0, 100).mapToObj(i -> "\"k" + i + "\":{\"k\":1}").collect(Collectors.joining(","));

        assertThat(read("{" + many + "}").next(JsonTree.ROOT)).isEqualTo(201);
        assertThat(defect("{" + many + ",\"\\u006b50\":1}")).hasMessageContaining("twice in the object at byte 0");
        assertThat(defect("[{\"a\":{\"a\":1},\"a\":2}]")).hasMessageContaining("twice in the object at byte 1");
    }

    @Test
    void shouldTellBrokenFromRefused() {
        assertThat(defect("{\"a\":1,\"a\":2}").isRefused()).isTrue();
        assertThat(defect("[".repeat(100_000)).isRefused()).isTrue();
        assertThat(defect("1".repeat(1001)).isRefused()).isTrue();
        assertThat(defect("[NaN]").isRefused()).isFalse();
        assertThat(defect(" ").isRefused()).isFalse();
        assertThat(defect("1 1")).hasMessageContaining("follows the value at byte 2");
    }

    @Test
    void shouldCountBytesBehindTheByteOrderMark() throws Exception {
        JsonTree tree = read("\uFEFF [1.10 ]");

        assertThat(tree.json(1)).isEqualTo("1.10");
        assertThat(tree.json(JsonTree.ROOT)).isEqualTo("[1.10 ]");
        assertThat(defect("\uFEFF 1 2")).hasMessageContaining("at byte 6");
    }

    @Provide
    Arbitrary<String> texts() {
        return AnyJson.any();
    }

    @Provide
    Arbitrary<String> signs() {
        return Arbitraries.of("", "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "+", ".", "e", "0", "7", "t", "true", "null",
                "NaN",
                " ", "\n", "\t", "\u0001", "\u00A0", "\f", "'", "/", "u", "\"a\":1,", "x");
    }

    private static boolean isOneValueToJackson(String text) {
        try (JsonParser parser = STRICT.createParser(text.getBytes(StandardCharsets.UTF_8))) {
            int values = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                parser.finishToken();
                boolean ends = token.isScalarValue() || token.isStructEnd();
                values += ends && parser.getParsingContext().inRoot() ? 1 : 0;
            }
            return values == 1;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isText(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Writes each value by itself; only fields are copied as they are, every other one with its name. */
    private static void rewrite(JsonTree tree, int node, JsonTreeWriter writer) {
        switch (tree.kind(node)) {
            case OBJECT -> {
                writer.startObject();
                for (int field = node + 1; field < tree.next(node); field = tree.next(field)) {
                    if (field % 2 == 0) {
                        writer.copyField(tree, field);
                    } else {
                        writer.name(tree.name(field));
                        rewrite(tree, field, writer);
                    }
                }
                writer.endObject();
            }
            case ARRAY -> {
                writer.startArray();
                for (int element = node + 1; element < tree.next(node); element = tree.next(element)) {
                    rewrite(tree, element, writer);
                }
                writer.endArray();
            }
            case TEXT -> writer.text(tree.text(node));
            case NUMBER -> writer.copy(tree, node);
            case BOOLEAN, NULL -> writer.literal(tree.json(node));
        }
    }

    private static String positions(JsonTree tree) {
        return IntStream.range(0, tree.nodes().size())
                .mapToObj(node -> tree.name(node) + '@' + tree.nodes().field(node) + '#' + tree.nodes().hash(node) + ' '
                                  + tree.nodes().start(node) + '-'
                                  + tree.nodes().end(node) + ' ' + tree.next(node))
                .collect(Collectors.joining("\n"));
    }

    private static JsonNode jackson(JsonTree tree, int node) throws IOException {
        return switch (tree.kind(node)) {
            case OBJECT -> {
                var object = JACKSON.createObjectNode();
                for (int field = node + 1; field < tree.next(node); field = tree.next(field)) {
                    object.set(tree.name(field), jackson(tree, field));
                }
                yield object;
            }
            case ARRAY -> {
                var array = JACKSON.createArrayNode();
                for (int element = node + 1; element < tree.next(node); element = tree.next(element)) {
                    array.add(jackson(tree, element));
                }
                yield array;
            }
            case TEXT -> JACKSON.getNodeFactory().textNode(tree.text(node));
            case NUMBER, BOOLEAN, NULL -> JACKSON.readTree(tree.json(node));
        };
    }

    private static JsonTree read(String text) throws JsonDefect {
        return JsonTree.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonDefect defect(String text) {
        return catchThrowableOfType(JsonDefect.class, () -> read(text));
    }
}
