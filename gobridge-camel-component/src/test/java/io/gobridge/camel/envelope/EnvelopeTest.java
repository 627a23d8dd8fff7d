package io.gobridge.camel.envelope;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Behaviour cases 6 to 10. Case 13 needs no test: no method of the builder sets the id a second time. */
class EnvelopeTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = { "\ud800", "a\udc00b" })
    void shouldRefuseAnIdThatIsEmptyOrNoUtf8(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> Envelope.withId(id)).withMessageContaining("id");
    }

    @Test
    void shouldRefuseToGuessTheCreationTime() {
        assertThatIllegalArgumentException().isThrownBy(Envelope.withId("m1")::build).withMessageContaining("m1");
    }

    @Test
    void shouldTakeTheClocksTimeOnlyWhenTheTransportHasNone() {
        Clock clock = Clock.fixed(CREATED.plusSeconds(9), ZoneOffset.UTC);

        assertThat(Envelope.withId("m1").createdNow(clock).build().createdAt()).isEqualTo(CREATED.plusSeconds(9));
        assertThat(message().createdNow(clock).build().createdAt()).isEqualTo(CREATED);
    }

    @Test
    void shouldExpireStrictlyAfterItsExpiry() {
        Instant expiry = CREATED.plusSeconds(1);

        Envelope unit = message().expiresAt(expiry).build();

        assertThat(unit.isExpired(expiry)).isFalse();
        assertThat(unit.isExpired(expiry.plusNanos(1))).isTrue();
    }

    @Test
    void shouldNeverExpireWithoutAnExpiry() {
        assertThat(message().build().isExpired(Instant.MAX)).isFalse();
    }

    @Test
    void shouldRefuseAnExpiryBeforeTheCreation() {
        Envelope.Builder unit = message().expiresAt(CREATED.minusNanos(1));

        assertThatIllegalArgumentException().isThrownBy(unit::build).withMessageContaining(CREATED.toString());
        assertThat(unit.expiresAt(null).build().expiresAt()).isEmpty();
    }

    @Test
    void shouldNotChangeWhenItsCopyDoes() {
        Envelope unit = message().payload(Payload.ofText("one")).build();

        Envelope copy = unit.toBuilder().payload(Payload.ofText("two")).subject("s").build();

        assertThat(unit.payload().toText()).isEqualTo("one");
        assertThat(unit.subject()).isEmpty();
        assertThat(copy.id()).isEqualTo(unit.id());
    }

    @Test
    void shouldSharePayloadBetweenCopies() {
        Envelope unit = message().payload(Payload.ofText("one")).build();

        assertThat(unit.toBuilder().build().payload().shared()).isSameAs(unit.payload().shared());
    }

    @Test
    void shouldNotLeakEditsOfNestedHeaders() {
        List<Object> list = new ArrayList<>(List.of("a"));
        Map<String, Object> nested = new HashMap<>(Map.of("list", list));
        Envelope unit = message().headers(Headers.of(Map.of("nested", nested))).build();

        list.add("b");
        nested.put("c", "d");

        assertThat(unit.headers().get("nested")).contains(Map.of("list", List.of("a")));
    }

    @Test
    void shouldNotLeakEditsOfBytesThatItGaveAway() {
        byte[] bytes = { 1 };
        Envelope unit = message().payload(Payload.copyOf(bytes)).headers(Headers.of(Map.of("b", bytes))).build();

        bytes[0] = 2;
        unit.payload().toBytes()[0] = 3;
        ((byte[]) unit.headers().get("b").orElseThrow())[0] = 4;
        ((byte[]) unit.headers().toMap().get("b"))[0] = 5;
        unit.headers().forEach((name, value) -> ((byte[]) value)[0] = 6);

        assertThat(unit.payload().toBytes()).containsExactly(1);
        assertThat((byte[]) unit.headers().get("b").orElseThrow()).containsExactly(1);
    }

    @Test
    void shouldTellAnAbsentPayloadFromAnEmptyOne() {
        assertThat(Payload.copyOf(null)).isEqualTo(Payload.ABSENT).isNotEqualTo(Payload.EMPTY);
        assertThat(Payload.copyOf(new byte[0])).isEqualTo(Payload.EMPTY);
        assertThat(Payload.ABSENT.toBytes()).isNull();
        assertThat(Payload.EMPTY.toBytes()).isEmpty();
        assertThat(message().build().payload().isAbsent()).isTrue();
    }

    @Test
    void shouldAdoptATrustedArrayWithoutCopy() {
        byte[] bytes = { 1, 2 };

        assertThat(Payload.ofImmutable(bytes).shared()).isSameAs(bytes);
        assertThat(Payload.copyOf(bytes).shared()).isNotSameAs(bytes);
    }

    @Test
    void shouldSayNothingOfItsContent() {
        Envelope unit = message().payload(Payload.ofText("secret")).headers(Headers.of(Map.of("key", "secret"))).build();

        assertThat(unit.toString()).contains("m1", "6 bytes", "key").doesNotContain("secret");
    }

    private static Envelope.Builder message() {
        return Envelope.withId("m1").createdAt(CREATED);
    }
}
