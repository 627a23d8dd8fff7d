package io.gobridge.camel.conditions;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ConditionParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "``                  | 1  | a field was expected",
            "a                   | 2  | an operator was expected",
            "a b                 | 3  | an operator was expected",
            "a =                 | 4  | a value was expected",
            "a = b               | 5  | a value was expected: a quoted text",
            "a = 1 b             | 7  | 'and', 'or' or the end was expected",
            "a = 1 and           | 10 | a field was expected",
            "(a = 1              | 7  | ')' was expected",
            "a = 1)              | 6  | 'and', 'or' or the end was expected",
            "a & b               | 4  | '&' was expected",
            "a = 'x              | 5  | the text that begins here is not closed",
            "a = '\\d'           | 7  | after a backslash one of",
            "a = '\\u12'         | 10 | four hex digits were expected",
            "a in [1 2]          | 9  | ',' or ']' was expected",
            "a in [[1]]          | 7  | a value was expected",
            "a = 1x              | 5  | '1x' is no number",
            "a = --1             | 5  | a value was expected",
            "$. = 1              | 3  | a key was expected",
            "$[x] = 1            | 3  | an index from 0 or a quoted key was expected",
            "$[1 = 1             | 4  | ']' was expected",
            "$[99999999999] = 1  | 3  | an index of 11 digits is too large",
            "header. = 1         | 1  | the name of a header was expected",
            "header.'' = 1       | 8  | a header has a name",
            "a exists            | 9  | a value was expected",
            "a exists 1          | 1  | Operator 'exists' needs true or false and has 1",
            "a = 1 and b > 'x'   | 11 | Operator '>' needs a number",
            "a matches '(a'      | 1  | The pattern of 'matches' is refused: missing closing )",
            "a matches '(a)\\\\1' | 1 | back-references and look-around do not exist",
            "a # 1               | 3  | a field, a value, 'not' or '(' was expected",
            "and = 1             | 1  | a field was expected" })
    void shouldSayWhereAndWhatWasExpected(String text, int position, String expected) {
        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> Condition.parse(text));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(failure).hasMessageContaining("at position " + position + " of ").hasMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = { "(", "not ", "!", "$.a", "$[0]", "a = 1 and ", "header.", "[", "((a = 1) or " })
    void shouldOverflowNoStackHoweverLongTheText(String part) {
        String text = part.repeat(Condition.MAX_LENGTH / part.length());

        assertThat(catchThrowable(() -> Condition.parse(text))).isInstanceOf(BridgeException.class);
    }

    @Test
    void shouldRefuseATextThatIsTooLong() {
        String text = "a = '" + "x".repeat(Condition.MAX_LENGTH) + "'";

        assertThat(catchThrowable(() -> Condition.parse(text))).hasMessageContaining("allowed are 65536");
        assertThat(catchThrowable(() -> Condition.parse(null))).isInstanceOf(BridgeException.class);
        assertThat(catchThrowable(() -> Condition.of(null, "eq", 1))).isInstanceOf(BridgeException.class);
    }

    @Property
    void shouldThrowNothingElseOnAnyText(@ForAll String text) {
        parses(text);
    }

    @Property
    void shouldThrowNothingElseOnAnyTokens(@ForAll("tokens") String text) {
        parses(text);
    }

    /** Sixteen times the text; with the square it would be 256 times the time. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "``|`a = 1 and `|a = 1", "``|`a = 1 or a = 2 and `|a = 1", "`a in [1`|`, 1`|]", "a = '|x|'", "a = '|\\n|'",
            "a = '|\\u0041|'", "$|.a|` = 1`", "$|[0]|` = 1`", "``|` `|a = 1", "header.|x|` = 1`" })
    void shouldTakeTimeInProportionToTheText(String start, String part, String end) {
        String few = start + part.repeat(4_000 / part.length()) + end;
        String many = start + part.repeat(64_000 / part.length()) + end;
        bestNanos(many);

        assertThat(bestNanos(many)).isLessThan(80 * bestNanos(few));
    }

    private static long bestNanos(String text) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = threads.getCurrentThreadCpuTime();
            Condition.parse(text);
            best = Math.min(best, threads.getCurrentThreadCpuTime() - before);
        }
        return best;
    }

    private static void parses(String text) {
        Throwable error = catchThrowable(() -> Condition.parse(text));
        if (error != null) {
            assertThat(error).isInstanceOf(BridgeException.class);
            assertThat(((BridgeException) error).code()).isEqualTo(FailureCode.INVALID_CONFIG);
        }
    }

    @Property
    void shouldReadWhatItPrints(@ForAll("conditions") Condition condition) {
        Condition read = Condition.parse(condition.toString());

        assertThat(read).isEqualTo(condition).hasToString(condition.toString());
    }

    @Provide
    Arbitrary<String> tokens() {
        return Arbitraries
                .of("a", "subject", "header.", "$.a", "[", "]", "(", ")", "=", "!=", "!", ">", "in", "exists", "matches",
                        "and", "or", "not", "&&", "||", ",", "1", "-1.5e3", "'x'", "\"", "'", "\\", "true", "null", "$", ".",
                        " ")
                .list().ofMaxSize(30).map(tokens -> String.join(" ", tokens));
    }

    @Provide
    Arbitrary<Condition> conditions() {
        return Arbitraries.lazyOf(this::comparisons, this::comparisons, this::comparisons,
                () -> conditions().map(Condition::not),
                () -> conditions().list().ofMinSize(1).ofMaxSize(3).map(Condition::all),
                () -> conditions().list().ofMinSize(1).ofMaxSize(3).map(Condition::any));
    }

    private Arbitrary<Condition> comparisons() {
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.of("subject", "and", "header.x", "true", "x-y.z:1"),
                Arbitraries.strings().ofMinLength(1).ofMaxLength(5));
        Arbitrary<String> fields = Arbitraries.oneOf(
                Arbitraries.of("subject", "plant", "$", "$.a.b", "$[3].x"),
                names.map(name -> "header." + Literals.quote(name)), names.map(key -> "$[" + Literals.quote(key) + "][0]"));
        return Arbitraries.oneOf(
                Combinators.combine(fields, Arbitraries.of("eq", "ne"), values()).as(Condition::of),
                Combinators.combine(fields, values().list().ofMaxSize(4)).as((field, list) -> Condition.of(field, "in", list)),
                Combinators.combine(fields, Arbitraries.of("gt", "gte", "lt", "lte"), Arbitraries.bigDecimals())
                        .as(Condition::of),
                Combinators.combine(fields, Arbitraries.of("contains", "prefix"), Arbitraries.strings()).as(Condition::of),
                Combinators.combine(fields, Arbitraries.of("a+", "^[\"']$", "\\d{2,3}"))
                        .as((field, p) -> Condition.of(field, "regex", p)),
                Combinators.combine(fields, Arbitraries.of(true, false)).as((field, is) -> Condition.of(field, "exists", is)));
    }

    private static Arbitrary<Object> values() {
        return Arbitraries.oneOf(
                Arbitraries.strings().map(Object.class::cast), Arbitraries.bigDecimals().map(Object.class::cast),
                Arbitraries.bigIntegers().map(Object.class::cast), Arbitraries.doubles().map(Object.class::cast),
                Arbitraries.of(true, false).map(Object.class::cast)).injectNull(0.1);
    }
}
