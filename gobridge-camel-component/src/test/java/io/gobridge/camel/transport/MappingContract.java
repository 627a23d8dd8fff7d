package io.gobridge.camel.transport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What every wire brings back as it was. A test of a transport says how its wire is written and read. */
public abstract class MappingContract {

    protected static final Instant CREATED = Instant.parse("2026-01-01T00:00:00.123456789Z");

    /** What a message has whose metadata cannot be read. */
    protected static final Payload RAW = Payload.ofText("not base64!");

    protected final ManualScheduler scheduler = new ManualScheduler();

    /** Writes a message and reads it again, without what the wire itself adds. */
    protected abstract Envelope roundTrip(Envelope sent);

    /** Reads a message with the payload {@link #RAW} and this text where the wire has its metadata. */
    protected abstract Received readWithMetadata(String metadata);

    /** Returns the names that mean something on this wire. */
    protected abstract List<String> namesOfTheWire();

    /** Tells whether the wire has a form for a value; what it does not take it refuses by name. */
    protected boolean takes(Object value) {
        return true;
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void shouldBringBackAnyHeaderOrRefuseItByName(@ForAll("names") String name, @ForAll("values") Object value) {
        Envelope sent = message("m1").headers(Headers.builder().put(name, value).build()).build();

        if (takes(name) && takes(value)) {
            assertThat(roundTrip(sent)).isEqualTo(sent);
        } else {
            assertRefused(sent, name);
        }
    }

    @Property
    void shouldBringBackAnyPayload(@ForAll byte[] bytes) {
        Envelope sent = message("m1").payload(Payload.copyOf(bytes)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Property
    void shouldBringBackEveryField(@ForAll("texts") String subject, @ForAll("texts") String key) {
        if (!takes(subject) || !takes(key)) {
            return;
        }
        Envelope sent = message("m\u0001" + "ü".repeat(200)).subject(subject)
                .identity(new Identity(key, key + "2", "3" + key)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldTellEmptyFromAbsent() {
        assertThat(roundTrip(message("m1").payload(Payload.EMPTY).build()).payload()).isEqualTo(Payload.EMPTY);
        assertThat(roundTrip(message("m1").payload(Payload.ABSENT).build()).payload()).isEqualTo(Payload.ABSENT);
    }

    @Example
    void shouldRefuseAHeaderThatIsNestedTooDeeply() {
        Object nested = "x";
        for (int i = 0; i < 300; i++) {
            nested = List.of(nested);
        }

        assertRefused(message("m1").headers(Headers.builder().put("deep", nested).build()).build(), "deep");
    }

    @Example
    void shouldKeepWhatCannotBeDecodedAsItIs() {
        for (String metadata : List.of("", "{", "[]", "{} {}", "{\"new\":1}", "{\"absent\":5}",
                "{\"types\":{\"a\":\"long\"}}", "{\"types\":{\"a\":\"nothing\"}}", "{\"types\":[]}", "{\"texts\":{\"x\":1}}",
                "{\"headers\":[]}", "{\"headers\":{\"map\":{\"\":\"x\"}}}")) {
            assertKeptAsItIs(metadata);
        }
    }

    protected final void assertKeptAsItIs(String metadata) {
        Received received = readWithMetadata(metadata);

        assertThat(received.defect()).as(metadata).isPresent();
        assertThat(received.defect().get().code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(received.envelope().payload()).isEqualTo(RAW);
        assertThat(received.envelope().headers().text(BridgeMetadata.PROPERTY)).contains(metadata);
    }

    protected final void assertRefusesWhatIsExpired() {
        Envelope sent = message("m1").createdAt(Instant.EPOCH).expiresAt(Instant.EPOCH.plusSeconds(1)).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> roundTrip(sent));

        assertThat(refusal.code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
    }

    private void assertRefused(Envelope sent, String header) {
        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> roundTrip(sent));

        assertThat(refusal.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(refusal.getMessage()).contains("'" + header + "'");
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(Arbitraries.strings().ofMinLength(1), Arbitraries.strings().alpha().ofMinLength(1),
                Arbitraries.strings().withChars("aA.-_:/ ").ofMinLength(1).ofMaxLength(5),
                Arbitraries.of("gobridge.meta", "gobridge.subject", "gobridge.created-at", "traceparent", "tracestate",
                        "x-bridge.idempotency-key", "X-Bridge.Idempotency-Key", "x-bridge.dedup-id", "x-bridge.tenant-id"),
                Arbitraries.of(namesOfTheWire()));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(Arbitraries.strings(), Arbitraries.strings().ascii(),
                Arbitraries.strings().withChars('\uFFFE', '\uD83D', '\uDE00', '\u0000', '\u007F', '\n', 'a'));
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> flat = Arbitraries.oneOf(texts().asGeneric(), Arbitraries.of(true, false, ""),
                Arbitraries.integers().asGeneric(), Arbitraries.longs().asGeneric(), Arbitraries.shorts().asGeneric(),
                Arbitraries.bytes().asGeneric(), Arbitraries.doubles().asGeneric(), Arbitraries.floats().asGeneric(),
                Arbitraries.bigIntegers().asGeneric(), Arbitraries.bigDecimals().asGeneric(),
                Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Float.NaN,
                        -0.0f, Float.MIN_VALUE, new BigDecimal("1.50"), new BigDecimal("-1.50"), new BigDecimal("0.00"),
                        new BigDecimal("1E+5"), new BigDecimal("1e-200"), BigInteger.TEN.pow(60), CREATED, Instant.EPOCH,
                        Instant.MAX, new UUID(1, 2)),
                Arbitraries.bytes().array(byte[].class).asGeneric()).injectNull(0.05);
        // Nested twice, not recursively: jqwik can spend minutes on one deep value.
        Arbitrary<Object> nested = Arbitraries.oneOf(flat, flat.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), flat).ofMaxSize(2).asGeneric());
        return Arbitraries.oneOf(flat, flat, nested.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), nested).ofMaxSize(2).asGeneric());
    }

    protected static Envelope.Builder message(String id) {
        return Envelope.withId(id).createdAt(CREATED).payload(Payload.ofText("hello"));
    }

    /** A message as the wire handed it over, with the reason when it could not be decoded. */
    public record Received(Envelope envelope, Optional<BridgeException> defect) {
    }
}
