package io.gobridge.camel.exchange;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a producer sends of an exchange. Field faults F54 and F56. */
class ExchangeReaderTest {

    private static final DefaultCamelContext CONTEXT = new DefaultCamelContext();
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-02-02T00:00:00Z");
    private static final Envelope RECEIVED = Envelope.withId("m1").subject("order.created").createdAt(CREATED)
            .expiresAt(NOW.plusSeconds(60)).identity(new Identity("k1", "d1", "o1"))
            .headers(Headers.of(Map.of("traceparent", "00-a-b-01", "tracestate", "v=1", ReservedHeaders.CORRELATION_ID, "c1",
                    ReservedHeaders.TENANT_ID, "t1", ReservedHeaders.ROUTE_ID, "r", "app", 5)))
            .payload(Payload.ofText("one")).build();

    private final ExchangeReader unit
            = new ExchangeReader(Clock.fixed(NOW, ZoneOffset.UTC), new Random(1), "north", name -> false);

    @AfterAll
    static void stop() {
        CONTEXT.stop();
    }

    @Test
    void shouldSendWhatWasReceived() {
        Envelope sent = unit.read(received());

        assertThat(sent.id()).isEqualTo("m1");
        assertThat(sent.subject()).isEqualTo("order.created");
        assertThat(sent.createdAt()).isEqualTo(CREATED);
        assertThat(sent.expiresAt()).contains(NOW.plusSeconds(60));
        assertThat(sent.identity()).isEqualTo(RECEIVED.identity());
        assertThat(sent.payload()).isEqualTo(RECEIVED.payload());
        assertThat(sent.headers().get("app")).contains(5);
    }

    @Test
    void shouldKeepIdentityAndTraceWhenTheRouteRemovesEveryHeader() {
        Exchange exchange = received();
        exchange.getIn().removeHeaders("*");

        Envelope sent = unit.read(exchange);

        assertThat(sent.id()).isEqualTo("m1");
        assertThat(sent.identity()).isEqualTo(RECEIVED.identity());
        assertThat(sent.headers()).isEqualTo(Headers.of(Map.of("traceparent", "00-a-b-01", "tracestate", "v=1",
                ReservedHeaders.CORRELATION_ID, "c1", ReservedHeaders.TENANT_ID, "t1", ReservedHeaders.IDEMPOTENCY_KEY, "k1",
                ReservedHeaders.DEDUP_ID, "d1", ReservedHeaders.ORDERING_KEY, "o1", ReservedHeaders.FORWARDED_FROM, "north",
                ReservedHeaders.FORWARDED_HOP, 1)));
    }

    @Test
    void shouldPreferTheBridgesOwnHeaders() {
        Exchange exchange = received();
        exchange.getIn().setHeaders(new HashMap<>(
                Map.of(GoBridgeConstants.MESSAGE_ID, "m2", GoBridgeConstants.SUBJECT, "s2",
                        GoBridgeConstants.CREATED_AT, NOW.toString(), GoBridgeConstants.EXPIRES_AT, NOW.plusSeconds(1),
                        GoBridgeConstants.IDEMPOTENCY_KEY, "k2", GoBridgeConstants.DEDUP_ID, "d2",
                        GoBridgeConstants.ORDERING_KEY, "o2", ReservedHeaders.IDEMPOTENCY_KEY, "loses")));

        Envelope sent = unit.read(exchange);

        assertThat(sent.id()).isEqualTo("m2");
        assertThat(sent.subject()).isEqualTo("s2");
        assertThat(sent.createdAt()).isEqualTo(NOW);
        assertThat(sent.expiresAt()).contains(NOW.plusSeconds(1));
        assertThat(sent.identity()).isEqualTo(new Identity("k2", "d2", "o2"));
        assertThat(sent.headers().text(ReservedHeaders.IDEMPOTENCY_KEY)).contains("k2");
    }

    @Test
    void shouldTakeAReservedHeaderBeforeTheReceivedIdentity() {
        Exchange exchange = received();
        exchange.getIn().removeHeaders("CamelGoBridge*");
        exchange.getIn().setHeader(ReservedHeaders.DEDUP_ID, "d3");

        assertThat(unit.read(exchange).identity()).isEqualTo(new Identity("k1", "d3", "o1"));
    }

    @Test
    void shouldMintWhatAMessageWithoutDeliveryLacks() {
        Exchange exchange = exchange("one");

        Envelope sent = unit.read(exchange);

        assertThat(sent.id()).matches("[0-9a-f]{32}");
        assertThat(sent.createdAt()).isEqualTo(NOW);
        assertThat(sent.expiresAt()).isEmpty();
        assertThat(sent.identity()).isEqualTo(Identity.NONE);
        assertThat(sent.headers().contains(ReservedHeaders.IDEMPOTENCY_KEY)).isFalse();
    }

    @Test
    void shouldLeaveCamelAndInternalHeadersBehind() {
        Exchange exchange = exchange("one");
        for (String name : new String[] {
                "CamelFileName", "camelHttpUri", "org.apache.camel.x", "x-bridge.route-id", "X-Bridge.Tenant-Id",
                "x-bridge.unknown", GoBridgeConstants.SUBJECT }) {
            exchange.getIn().setHeader(name, "stays");
        }

        assertThat(unit.read(exchange).headers().toMap()).doesNotContainValue("stays");
    }

    @Test
    void shouldTakeCamelHeadersAlongWhereTheTargetUnderstandsThem() {
        ExchangeReader toFile = new ExchangeReader(Clock.systemUTC(), new Random(1), "north", ReservedHeaders::isCamel);
        Exchange exchange = exchange("one");
        exchange.getIn().setHeader("CamelFileName", "a.txt");
        exchange.getIn().setHeader("CamelFileHandle", new Object());
        exchange.getIn().setHeader(GoBridgeConstants.SUBJECT, "s");

        assertThat(toFile.read(exchange).headers().toMap()).containsEntry("CamelFileName", "a.txt")
                .doesNotContainKeys("CamelFileHandle", GoBridgeConstants.SUBJECT);
    }

    @Test
    void shouldSendAnOwnTraceAsAWhole() {
        Exchange exchange = received();
        exchange.getIn().setHeader("traceparent", "00-c-d-01");
        exchange.getIn().removeHeader("tracestate");

        assertThat(unit.read(exchange).headers().toMap()).containsEntry("traceparent", "00-c-d-01")
                .doesNotContainKey("tracestate");
    }

    @Test
    void shouldBringBackBothWhenTheParentIsGone() {
        Exchange exchange = received();
        exchange.getIn().removeHeader("traceparent");
        exchange.getIn().setHeader("tracestate", "orphan=1");

        assertThat(unit.read(exchange).headers().toMap()).containsEntry("traceparent", "00-a-b-01")
                .containsEntry("tracestate", "v=1");
    }

    @ParameterizedTest
    @ValueSource(strings = { "tracestate", "TraceState" })
    void shouldSendNoStateWithoutAParent(String name) {
        Exchange exchange = exchange("one");
        exchange.getIn().setHeader(name, "orphan=1");

        assertThat(unit.read(exchange).headers().toMap()).doesNotContainValue("orphan=1");
    }

    @Test
    void shouldAddThisBridgeToThePath() {
        Envelope beyond = RECEIVED.toBuilder().headers(Headers.of(Map.of(ReservedHeaders.FORWARDED_FROM, "south",
                ReservedHeaders.FORWARDED_HOP, 1))).build();
        Exchange exchange = exchange("one");
        exchange.setProperty(GoBridgeConstants.DELIVERY, new FakeDelivery(beyond));
        exchange.getIn().setHeader(ReservedHeaders.FORWARDED_HOP, -100);

        Headers headers = unit.read(exchange).headers();

        assertThat(headers.text(ReservedHeaders.FORWARDED_FROM)).contains("south,north");
        assertThat(headers.get(ReservedHeaders.FORWARDED_HOP)).contains(2);
    }

    @Test
    void shouldNameTheHeaderThatNoWireCanCarry() {
        Exchange exchange = exchange("one");
        exchange.getIn().setHeader("handle", new Object());

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> unit.read(exchange));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(failure.kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(failure).hasMessageContainingAll("'handle'", "nothing was sent");
    }

    @Test
    void shouldNameATimeThatIsNone() {
        Exchange exchange = exchange("one");
        exchange.getIn().setHeader(GoBridgeConstants.EXPIRES_AT, "tomorrow");

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> unit.read(exchange));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(failure).hasMessageContaining(GoBridgeConstants.EXPIRES_AT);
    }

    @ParameterizedTest
    @ValueSource(strings = { GoBridgeConstants.MESSAGE_ID, GoBridgeConstants.EXPIRES_AT })
    void shouldRejectAFieldThatNoEnvelopeCanHave(String name) {
        Exchange exchange = received();
        exchange.getIn().setHeader(name, GoBridgeConstants.MESSAGE_ID.equals(name) ? "" : CREATED.minusSeconds(1));

        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> unit.read(exchange));

        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_HEADER);
    }

    @Test
    void shouldTurnEveryUsualBodyIntoItsBytes() {
        byte[] bytes = "\u00fcber".getBytes(StandardCharsets.UTF_8);

        assertThat(sent(bytes)).isEqualTo(Payload.copyOf(bytes));
        assertThat(sent("\u00fcber")).isEqualTo(Payload.copyOf(bytes));
        assertThat(sent(new ByteArrayInputStream(bytes))).isEqualTo(Payload.copyOf(bytes));
        assertThat(sent(new StringReader("abc"))).isEqualTo(Payload.ofText("abc"));
        assertThat(sent(new byte[0])).isEqualTo(Payload.EMPTY);
        assertThat(sent("")).isEqualTo(Payload.EMPTY);
        assertThat(sent(null)).isEqualTo(Payload.ABSENT);
    }

    @Test
    void shouldRejectABodyThatIsNoBytes() {
        BridgeException failure = catchThrowableOfType(BridgeException.class, () -> sent(new Object() {
        }));

        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
        assertThat(failure).hasMessageContainingAll("nothing was sent", "Marshal it first");
    }

    @Test
    void shouldGivePartsOfAMessageNamesOfTheirOwn() {
        Exchange exchange = received();
        exchange.setProperty(ExchangePropertyKey.SPLIT_INDEX, 2);

        Envelope sent = unit.read(exchange);

        assertThat(sent.id()).isEqualTo("m1/2");
        assertThat(sent.identity()).isEqualTo(new Identity("k1", "d1/2", "o1"));
    }

    private Payload sent(Object body) {
        return unit.read(exchange(body)).payload();
    }

    private static Exchange received() {
        Exchange exchange = new DefaultExchange(CONTEXT);
        new ExchangeWriter(Set.of()).write(RECEIVED, new FakeDelivery(RECEIVED), exchange);
        return exchange;
    }

    private static Exchange exchange(Object body) {
        Exchange exchange = new DefaultExchange(CONTEXT);
        exchange.getIn().setBody(body);
        return exchange;
    }
}
