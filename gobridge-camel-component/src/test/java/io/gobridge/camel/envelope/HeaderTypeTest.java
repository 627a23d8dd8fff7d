package io.gobridge.camel.envelope;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HeaderTypeTest {

    @Property(tries = 2000)
    void shouldGiveBackTheSameValueFromItsText(@ForAll("typed") Tuple2<HeaderType, Object> typed) {
        HeaderType unit = typed.get1();
        Object value = typed.get2();

        Object back = unit.parse(unit.format(value));

        assertThat(HeaderType.of(value)).isEqualTo(unit);
        assertThat(HeaderType.of(back)).isEqualTo(unit);
        assertThat(DeepEquality.equal(back, value)).isTrue();
    }

    @Property(tries = 2000)
    void shouldRefuseMalformedTextInOneWay(@ForAll HeaderType unit, @ForAll String text) {
        try {
            unit.parse(text);
        } catch (IllegalArgumentException expected) {
            assertThat(expected).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByItsLabel(HeaderType unit) {
        assertThat(HeaderType.ofLabel(unit.label())).isEqualTo(unit);
        assertThat(unit.label()).matches("[a-z]+");
    }

    @Test
    void shouldKnowOnlyItsLabels() {
        assertThatIllegalArgumentException().isThrownBy(() -> HeaderType.ofLabel("LONG"));
        assertThatIllegalArgumentException().isThrownBy(() -> HeaderType.of(new Object()));
    }

    @Test
    void shouldKeepTheScaleOfADecimal() {
        assertThat(HeaderType.DECIMAL.parse("1.10")).isEqualTo(new BigDecimal("1.10")).isNotEqualTo(new BigDecimal("1.1"));
    }

    @Test
    void shouldRefuseAListThatIsNestedTooDeep() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i <= HeaderJson.MAX_DEPTH; i++) {
            list = new ArrayList<>(List.of(list));
        }
        List<Object> tooDeep = list;

        assertThatIllegalArgumentException().isThrownBy(() -> HeaderType.LIST.format(tooDeep)).withMessageContaining("200");
    }

    @Provide
    Arbitrary<Tuple2<HeaderType, Object>> typed() {
        return Arbitraries.of(HeaderType.class)
                .flatMap(type -> HeaderArbitraries.of(type).map(value -> Tuple.of(type, (Object) value)));
    }
}
