package io.gobridge.camel.processors.transform;

import java.math.BigDecimal;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class MappingTest {

    @Test
    void shouldReadALineEach() {
        assertThat(Mapping.parse("""
                invoice.id = $.orderId required
                  header.plant=$.meta["plant;id"] default 'none; \\'yet\\''

                total = $..gross as float default -1.50 required ; vip=$.customer.vip as bool default false;
                """)).containsExactly(
                Mapping.of("invoice.id", "$.orderId").orFail(),
                Mapping.of("header.plant", "$.meta[\"plant;id\"]").orElse("none; 'yet'"),
                Mapping.of("total", "$..gross").as(ValueType.FLOAT).orElse(new BigDecimal("-1.50")).orFail(),
                Mapping.of("vip", "$.customer.vip").as(ValueType.BOOL).orElse(false));
    }

    /** Case 83, and what else has to be refused before any message comes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "header.x-bridge.route-id = $.a | begin with x-bridge.", "header.X-Bridge.tenant-id = $.a | begin with x-bridge.",
            "header. = $.a | a header has a name", "a..b = $.a | each field has a name", "= $.a | each field has a name",
            "a = b | begins with $", "a | '=' and a path", "a = $.a[ | an index", "a = $.a[0 | ']' was expected",
            "a = $.a. | a name or *", "a = $.a[?(@.b)] | an index", "a = $['x] | closing '", "a = $..a..b | only once",
            "a = $.a as text | allowed are any, string, int, float, bool, base64encode, base64decode",
            "a = $.a sometimes | the end of the line", "a = $.a default x | a text in quotes",
            "a = $.a as int default 3.5 | not whole", "a = $.a as int default 'x' | no number",
            "a = $.a as bool default 2 | neither true nor false", "a = $.a as base64decode default '?' | base64" })
    void shouldRefuseWhatCannotWork(String text, String why) {
        BridgeException error = catchThrowableOfType(BridgeException.class, () -> Mapping.parse(text));

        assertThat(error.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(error).hasMessageContaining(why);
    }

    @Test
    void shouldRefuseADefaultOfAnotherKind() {
        Mapping mapping = Mapping.of("a", "$");

        assertThat(catchThrowable(() -> mapping.orElse(Double.NaN))).hasMessageContaining("no text, number or boolean");
        assertThat(catchThrowable(() -> mapping.orElse(new Object()))).hasMessageContaining("no text, number or boolean");
        assertThat(catchThrowable(() -> mapping.orElse("\ud800"))).isInstanceOf(BridgeException.class);
    }

    @Test
    void shouldRefuseTargetsWhoseOrderWouldMatter() {
        assertThat(refusal("a = $.x; a = $.y")).hasMessageContaining("target=a: it is there twice");
        assertThat(refusal("a.b = $.x; a = $.y")).hasMessageContaining("target=a.b: it lies in the target a");
        assertThat(refusal("header.h = $.x; header.h = $.y")).hasMessageContaining("it is there twice");
        assertThat(TransformSettings.of("t", Mapping.of("a.b", "$.x"), Mapping.of("ab", "$.y")).mappings()).hasSize(2);
    }

    @Test
    void shouldNameAllOptionsThatAreWrong() {
        BridgeException error = catchThrowableOfType(BridgeException.class,
                () -> TransformSettings.read(" ", "a = b", false, false, 0));

        assertThat(error.code()).isEqualTo(FailureCode.INVALID_CONFIG);
        assertThat(error).hasMessageContaining("3 problems").hasMessageContaining("mappings=a = b: ")
                .hasMessageContaining("payloadLimit=0");
        assertThat(refusal("")).hasMessageContaining("mappings=null: at least one is needed");
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void shouldReadOrRefuseAnyText(@ForAll("texts") String text) {
        Throwable error = catchThrowable(() -> Mapping.parse(text));
        if (error != null) {
            assertThat(error).isInstanceOf(BridgeException.class);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> parts = Arbitraries.of("a", "header.", "=", "$", ".", "..", "[", "]", "*", "0", "-1", "'", "\"", "\\",
                " ", ";", "\n", " as int", " default ", "required", "1e5", "true");
        return Arbitraries.oneOf(parts.list().ofMaxSize(20).map(list -> String.join("", list)), Arbitraries.strings());
    }

    private static BridgeException refusal(String mappings) {
        return catchThrowableOfType(BridgeException.class, () -> TransformSettings.read("t", mappings, false, false, 1));
    }
}
