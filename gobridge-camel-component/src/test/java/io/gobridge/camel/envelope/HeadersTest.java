package io.gobridge.camel.envelope;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Behaviour case 11, and what headers can hold. */
class HeadersTest {

    @Test
    void shouldProtectReservedHeadersInAMerge() {
        Headers base = Headers.of(Map.of("X-Bridge.Route-Id", "a"));

        Headers merged = base.mergeProtected(Headers.of(Map.of("x-bridge.route-id", "b", "k", "v")));

        assertThat(merged).isEqualTo(Headers.of(Map.of("X-Bridge.Route-Id", "a", "k", "v")));
    }

    @Test
    void shouldLetAMergeSetWhatIsNotProtected() {
        Headers base = Headers.of(Map.of("k", "old", "K", "other"));

        Headers merged = base.mergeProtected(Headers.of(Map.of("k", "new", "x-bridge.tenant-id", "t")));

        assertThat(merged).isEqualTo(Headers.of(Map.of("k", "new", "K", "other", "x-bridge.tenant-id", "t")));
    }

    @Test
    void shouldTellANullHeaderFromAnAbsentOne() {
        Headers unit = Headers.of(Collections.singletonMap("n", null));

        assertThat(unit.contains("n")).isTrue();
        assertThat(unit.get("n")).isEmpty();
        assertThat(unit).isNotEqualTo(Headers.empty());
    }

    @Test
    void shouldRefuseAHeaderWithoutName() {
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.builder().put("", "v"));
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.builder().put(null, "v"));
    }

    @Test
    void shouldNameTheHeaderWhoseTypeItRefuses() {
        Object nested = Map.of("inner", List.of(new Object()));

        assertThatIllegalArgumentException().isThrownBy(() -> Headers.of(Map.of("when", nested)))
                .withMessageContaining("'when'");
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.of(Map.of("m", Map.of(1, "v"))))
                .withMessageContaining("'m'");
    }

    @Test
    void shouldGiveTextOnlyWhenItIsText() {
        Headers unit = Headers.of(Map.of("text", "5", "number", 5));

        assertThat(unit.text("text")).contains("5");
        assertThat(unit.text("number")).isEmpty();
        assertThat(unit.text("Text")).isEmpty();
    }

    @Test
    void shouldStayTheSameInstanceWhenNothingIsUnwanted() {
        Headers unit = Headers.of(Map.of("a", 1));

        assertThat(unit.without("b"::equals)).isSameAs(unit);
        assertThat(unit.without("a"::equals)).isSameAs(Headers.empty());
    }

    @Property(tries = 200)
    void shouldBeFreeOfReservedHeadersAfterTheStrip(@ForAll("any") Headers headers) {
        Headers stripped = headers.without(ReservedHeaders::isReserved);

        stripped.forEach((name, value) -> assertThat(ReservedHeaders.isReserved(name)).isFalse());
        assertThat(stripped.mergeProtected(headers).without(ReservedHeaders::isReserved)).isEqualTo(stripped);
    }

    @Property(tries = 200)
    void shouldKeepEveryProtectedValueWhateverIsMerged(@ForAll("any") Headers base, @ForAll("any") Headers overlay) {
        Headers merged = base.mergeProtected(overlay);

        base.forEach((name, value) -> {
            if (ReservedHeaders.isReserved(name)) {
                assertThat(DeepEquality.equal(merged.get(name).orElse(null), value)).isTrue();
            }
        });
        overlay.forEach((name, value) -> assertThat(merged.contains(name) || ReservedHeaders.isReserved(name)).isTrue());
    }

    @Provide
    Arbitrary<Headers> any() {
        return HeaderArbitraries.headers();
    }
}
