package io.gobridge.camel.envelope;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EnvelopeJsonTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00.000000001Z");

    @Property(tries = 500)
    void shouldGiveBackAnEqualEnvelope(@ForAll("envelopes") Envelope envelope) {
        Envelope back = EnvelopeJson.read(EnvelopeJson.write(envelope));

        assertThat(back).isEqualTo(envelope);
        assertThat(back.payload().isAbsent()).isEqualTo(envelope.payload().isAbsent());
        assertThat(back.headers().toMap().keySet()).containsExactlyElementsOf(envelope.headers().toMap().keySet());
    }

    @Property(tries = 500)
    void shouldGiveBackEqualHeaders(@ForAll("headers") Headers headers) {
        Map<String, Object> back = EnvelopeJson.readHeaders(EnvelopeJson.writeHeaders(headers.toMap()));

        assertThat(Headers.of(back)).isEqualTo(headers);
    }

    @Property(tries = 500)
    void shouldRefuseAnyOtherTextInOneWay(@ForAll String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> EnvelopeJson.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Property(tries = 500)
    void shouldRefuseATruncatedEnvelope(
            @ForAll("envelopes") Envelope envelope, @ForAll @IntRange(min = 1, max = 99) int percent) {
        byte[] bytes = EnvelopeJson.write(envelope);
        byte[] cut = Arrays.copyOf(bytes, bytes.length * percent / 100);

        assertThatIllegalArgumentException().isThrownBy(() -> EnvelopeJson.read(cut));
    }

    @Property(tries = 1000)
    void shouldSurviveAFlippedByteInOneWay(
            @ForAll("envelopes") Envelope envelope, @ForAll @IntRange(max = 10_000) int place,
            @ForAll byte value) {
        byte[] bytes = EnvelopeJson.write(envelope);
        bytes[place % bytes.length] = value;

        try {
            assertThat(EnvelopeJson.read(bytes)).isNotNull();
        } catch (IllegalArgumentException expected) {
            assertThat(expected).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":{}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":{}}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":null}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":5}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"subject\":[]}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":null,\"subject\":\"s\"}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":5,\"subject\":\"s\"}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":{\"\":\"no name\"}}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":{\"h\":5}}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":{\"h\":{\"long\":\"x\"}}}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":{\"h\":{\"list\":\"5\"}}}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"payload\":\"no base64!\"}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"payload\":null}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\"}{}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"id\":\"b\"}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"newer\":1}",
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"expiresAt\":\"2025-01-01T00:00:00Z\"}",
            "{\"createdAt\":\"yesterday\",\"id\":\"a\"}", "{\"id\":\"a\"}", "{}", "[]", "null", "" })
    void shouldRefuseWhatIsNoEnvelope(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> EnvelopeJson.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldRefuseEndlessNestingWithoutOverflow() {
        String start = "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"id\":\"a\",\"headers\":{\"h\":";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnvelopeJson.read((start + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnvelopeJson.readHeaders("{\"map\":{\"h\":".repeat(100_000)));
    }

    @Test
    void shouldReadBackALongName() {
        Envelope envelope = Envelope.withId("a").createdAt(CREATED).headers(Headers.of(Map.of("n".repeat(60_000), "v")))
                .build();

        assertThat(EnvelopeJson.read(EnvelopeJson.write(envelope))).isEqualTo(envelope);
    }

    @Test
    void shouldKeepReservedHeaders() {
        Envelope envelope = Envelope.withId("a").createdAt(CREATED)
                .headers(Headers.of(Map.of(ReservedHeaders.TENANT_ID, "t", ReservedHeaders.ROUTE_ID, "r"))).build();

        assertThat(EnvelopeJson.read(EnvelopeJson.write(envelope)).headers()).isEqualTo(envelope.headers());
    }

    @Provide
    Arbitrary<Headers> headers() {
        return HeaderArbitraries.headers();
    }

    @Provide
    Arbitrary<Envelope> envelopes() {
        Arbitrary<Payload> payloads = Arbitraries.oneOf(Arbitraries.of(Payload.ABSENT, Payload.EMPTY),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(500).map(Payload::copyOf));
        Arbitrary<Identity> identities
                = Arbitraries.strings().ofMaxLength(10).tuple3()
                        .map(keys -> new Identity(keys.get1(), keys.get2(), keys.get3()));
        Arbitrary<String> ids = Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(40);
        return Combinators.combine(ids, payloads, identities, headers(), HeaderArbitraries.instants(), Arbitraries.longs())
                .as((id, payload, identity, headers, created, ttl) -> Envelope.withId(id).subject(id).payload(payload)
                        .identity(identity).headers(headers).createdAt(created)
                        .expiresAt(
                                ttl % 2 == 0 ? null : created.isBefore(Instant.MAX.minusNanos(7)) ? created.plusNanos(7) : null)
                        .build());
    }
}
