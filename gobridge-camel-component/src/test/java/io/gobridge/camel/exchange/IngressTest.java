package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.DeliveryPolicy;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What comes from the wire is clean before anything reads it. Behaviour cases 1 to 5 and 14; field fault F54. */
class IngressTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Ingress unit = ingress(false);
    private final Ingress trusting = ingress(true);

    @ParameterizedTest
    @ValueSource(strings = {
            "CamelAwsSqsOperation", "camelhttpuri", "CAMELSqlQuery", "org.apache.camel.x", "CamelGoBridgeMessageId",
            "x-bridge.tenant-id", "X-BRIDGE.Route-Override", "X-Bridge.anything", "x-bridge.forwarded-hop" })
    void shouldStripForgedHeaders(String name) {
        Headers headers = admit(unit, Map.of(name, "forged", "app", "kept")).headers();

        assertThat(headers.contains(name)).isFalse();
        assertThat(headers.text("app")).contains("kept");
    }

    @ParameterizedTest
    @ValueSource(strings = { "x-bridge", "x-bridg.x", "ax-bridge.x", "x_bridge.x", "caramel", "org.apache.camelot" })
    void shouldKeepHeadersThatOnlyLookForged(String name) {
        assertThat(admit(unit, Map.of(name, "v")).headers().text(name)).contains("v");
    }

    @Test
    void shouldAddNothingButItsOwnMarksToAMessageWithoutHeaders() {
        assertThat(admit(unit, Map.of()).headers().toMap()).containsOnlyKeys(
                ReservedHeaders.CORRELATION_ID, ReservedHeaders.ROUTE_ID, ReservedHeaders.SOURCE_ID);
    }

    @Property
    void shouldStripThemInAnyLetterCase(@ForAll("forged") String name, @ForAll long letterCase) {
        StringBuilder mixed = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            String letter = name.substring(i, i + 1);
            mixed.append((letterCase >> i & 1) == 0 ? letter : letter.toUpperCase(Locale.ROOT));
        }

        Headers headers = admit(unit, Map.of(mixed.toString(), "forged")).headers();

        assertThat(headers.toMap()).doesNotContainValue("forged");
    }

    @Test
    void shouldStripInternalHeadersEvenOfATrustedPeer() {
        Headers headers = admit(trusting, Map.of(ReservedHeaders.ROUTE_OVERRIDE, "forged", ReservedHeaders.ROUTE_ID, "forged",
                ReservedHeaders.SOURCE_ID, "forged", ReservedHeaders.GENERATED_ID, "forged",
                "X-Bridge.Tenant-Id", "forged", "CamelFileName", "forged")).headers();

        assertThat(headers.toMap()).doesNotContainValue("forged");
    }

    @Test
    void shouldKeepBridgeHeadersOfATrustedPeerAndCountThem() {
        Envelope admitted = admit(trusting, Map.of(ReservedHeaders.TENANT_ID, "t", ReservedHeaders.CAUSATION_ID, "c",
                ReservedHeaders.CORRELATION_ID, "mine", "app", 1));

        assertThat(admitted.headers().text(ReservedHeaders.TENANT_ID)).contains("t");
        assertThat(admitted.headers().text(ReservedHeaders.CAUSATION_ID)).contains("c");
        assertThat(admitted.headers().text(ReservedHeaders.CORRELATION_ID)).contains("mine");
        assertThat(trusting.trustedHeaders()).isEqualTo(3);
    }

    @Test
    void shouldMintACorrelationIdOf32HexDigits() {
        String forged = admit(unit, Map.of(ReservedHeaders.CORRELATION_ID, "mine")).headers()
                .text(ReservedHeaders.CORRELATION_ID).orElseThrow();
        String absent = admit(trusting, Map.of()).headers().text(ReservedHeaders.CORRELATION_ID).orElseThrow();

        assertThat(forged).matches("[0-9a-f]{32}");
        assertThat(absent).matches("[0-9a-f]{32}").isNotEqualTo(forged);
    }

    @Test
    void shouldStampTheTypedIdentityOverAForgedOne() {
        Envelope wire = envelope(Map.of(ReservedHeaders.IDEMPOTENCY_KEY, "evil", ReservedHeaders.DEDUP_ID, "evil"))
                .toBuilder().identity(new Identity("k1", "", "o1")).build();

        for (Ingress ingress : Set.of(unit, trusting)) {
            Headers headers = ingress.admit(new FakeDelivery(wire)).headers();

            assertThat(headers.text(ReservedHeaders.IDEMPOTENCY_KEY)).contains("k1");
            assertThat(headers.contains(ReservedHeaders.DEDUP_ID)).isFalse();
            assertThat(headers.text(ReservedHeaders.ORDERING_KEY)).contains("o1");
        }
    }

    @Test
    void shouldStampWhereTheMessageCameIn() {
        Headers headers = admit(unit, Map.of()).headers();

        assertThat(headers.text(ReservedHeaders.ROUTE_ID)).contains("r");
        assertThat(headers.text(ReservedHeaders.SOURCE_ID)).contains("orders");
        assertThat(headers.contains(ReservedHeaders.GENERATED_ID)).isFalse();
    }

    @Test
    void shouldMarkAMintedId() {
        Envelope admitted = unit.admit(new FakeDelivery(envelope(Map.of()), IdentityKind.GENERATED));

        assertThat(admitted.headers().get(ReservedHeaders.GENERATED_ID)).contains(true);
    }

    @Test
    void shouldNeverStripTheTrace() {
        Map<String, Object> trace = Map.of("traceparent", "00-a-b-01", "tracestate", "v=1", "baggage", "k=v");

        assertThat(admit(unit, trace).headers().toMap()).containsAllEntriesOf(trace);
    }

    @ParameterizedTest
    @ValueSource(strings = { "17", "18", "1000000" })
    void shouldStopALoopAndTellItsPath(String hops) {
        Envelope envelope = envelope(Map.of(ReservedHeaders.FORWARDED_HOP, hops, ReservedHeaders.FORWARDED_FROM, "a,b"));

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> trusting.guard(envelope, NOW));

        assertThat(failure.code()).isEqualTo(FailureCode.LOOP_DETECTED);
        assertThat(failure).hasMessageContainingAll("maxHops=16", "a,b", hops);
    }

    @ParameterizedTest
    @ValueSource(strings = { "16", "0", "-5", "many", "" })
    void shouldLetAMessagePassThatIsNotBeyondItsHops(String hops) {
        assertThatNoException()
                .isThrownBy(() -> trusting.guard(envelope(Map.of(ReservedHeaders.FORWARDED_HOP, hops)), NOW));
    }

    @ParameterizedTest
    @ValueSource(longs = { 4_294_967_296L, Long.MAX_VALUE, 17 })
    void shouldNotBeFooledByAHugeCount(long hops) {
        for (Object form : new Object[] { hops, Long.toString(hops) }) {
            Envelope envelope = envelope(Map.of(ReservedHeaders.FORWARDED_HOP, form));

            assertThat(catchThrowableOfType(BridgeException.class, () -> trusting.guard(envelope, NOW))).isNotNull();
        }
    }

    @Test
    void shouldNotLetAnExpiredMessageIn() {
        Envelope envelope = envelope(Map.of()).toBuilder().expiresAt(NOW.plusSeconds(1)).build();

        assertThatNoException().isThrownBy(() -> unit.guard(envelope, NOW.plusSeconds(1)));
        assertThat(catchThrowableOfType(BridgeException.class, () -> unit.guard(envelope, NOW.plusSeconds(1).plusNanos(1)))
                .code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
    }

    @Provide
    Arbitrary<String> forged() {
        return Arbitraries.of("camelawssqsoperation", "camelhttpuri", "camelsqlquery", "x-bridge.tenant-id",
                "x-bridge.route-override", "x-bridge.forwarded-hop", "org.apache.camel.test", "x-bridge.");
    }

    private static Envelope admit(Ingress ingress, Map<String, Object> headers) {
        return ingress.admit(new FakeDelivery(envelope(headers)));
    }

    private static Envelope envelope(Map<String, Object> headers) {
        return Envelope.withId("m1").createdAt(NOW).headers(Headers.of(new HashMap<>(headers))).build();
    }

    private static Ingress ingress(boolean trusts) {
        IntakeSettings settings = new IntakeSettings("r", "orders", 10, trusts, Set.of(), false, 16, DeliveryPolicy.DEFAULT);
        return new Ingress(settings, RandomGenerator.getDefault());
    }
}
