package io.gobridge.camel.json;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Makes JSON texts of every kind, with white space where it may be and names that differ. */
final class AnyJson {

    private static final int DEPTH = 3;

    private AnyJson() {
    }

    static Arbitrary<String> any() {
        return value(DEPTH);
    }

    private static Arbitrary<String> value(int depth) {
        Arbitrary<String> scalar = Arbitraries.oneOf(
                text(), Arbitraries.of("0", "-0", "1.10", "1e400", "-2.5E-7", "9007199254740993", "0.1234567890123456789"),
                Arbitraries.longs().map(String::valueOf), Arbitraries.of("true", "false", "null"));
        if (depth == 0) {
            return scalar;
        }
        Arbitrary<List<String>> members = value(depth - 1).list().ofMaxSize(10);
        return Arbitraries.oneOf(
                scalar, members.map(values -> values.stream().collect(Collectors.joining(" , ", "[ ", " ]"))),
                members.map(values -> IntStream.range(0, values.size()).mapToObj(i -> name(i) + " : " + values.get(i))
                        .collect(Collectors.joining(",\n", "{", "}"))));
    }

    private static Arbitrary<String> text() {
        return Arbitraries.oneOf(
                Arbitraries.strings().alpha().ofMaxLength(12),
                Arbitraries.of("\\n", "\\u00e4", "\\ud83d\\ude00", "\\\"", "\\/"),
                Arbitraries.of("\u00E4\u20AC", "\uD83D\uDE00")).list().ofMaxSize(3)
                .map(parts -> '"' + String.join("", parts) + '"');
    }

    private static String name(int number) {
        return number % 3 == 0 ? "\"k\\n" + number + '"' : "\"k\u00E4" + number + '"';
    }
}
