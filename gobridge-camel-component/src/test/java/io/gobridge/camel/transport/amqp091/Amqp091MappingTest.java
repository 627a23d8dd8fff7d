package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.LongStringHelper;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class Amqp091MappingTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00.123456789Z");

    private static final String KEY = "orders.eu";

    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Amqp091Envelopes unit = new Amqp091Envelopes(scheduler.clock());

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void shouldBringBackAnyHeader(@ForAll("names") String name, @ForAll("values") Object value) {
        Envelope sent = message("m1").headers(Headers.builder().put(name, value).build()).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Property
    void shouldBringBackAnyPayload(@ForAll byte[] bytes) {
        Envelope sent = message("m1").payload(Payload.copyOf(bytes)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Property
    void shouldBringBackEveryField(@ForAll("texts") String subject, @ForAll("texts") String key) {
        Envelope sent = message("ü".repeat(200)).subject(subject).identity(new Identity(key, key + "2", "3" + key)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldTellEmptyFromAbsent() {
        assertThat(roundTrip(message("m1").payload(Payload.EMPTY).build()).payload()).isEqualTo(Payload.EMPTY);
        assertThat(roundTrip(message("m1").payload(Payload.ABSENT).build()).payload()).isEqualTo(Payload.ABSENT);
    }

    @Example
    void shouldKeepEveryInstantOfCreation() {
        for (Instant created : List.of(Instant.EPOCH, Instant.parse("2026-01-01T00:00:00Z"), CREATED, Instant.MIN,
                Instant.MAX, Instant.parse("1969-12-31T23:59:59Z"))) {
            Envelope sent = message("m1").createdAt(created).build();

            assertThat(roundTrip(sent).createdAt()).isEqualTo(created);
        }
    }

    @Example
    void shouldShowStrangersTheTypesThatATableHas() {
        BasicProperties wire = wire(unit.toWire(message("m1").subject("orders.created").identity(new Identity("k", "", "o"))
                .headers(Headers.of(Map.of("count", 5L, "price", new BigDecimal("1.50"), "paid", true, "raw",
                        new byte[] { 1 }, "at", Instant.EPOCH, "tags", List.of("a", 1), "big", BigInteger.TEN.pow(30))))
                .build()));

        assertThat(wire.getMessageId()).isEqualTo("m1");
        assertThat(wire.getDeliveryMode()).isEqualTo(2);
        assertThat(wire.getTimestamp()).isEqualTo(Date.from(Instant.parse("2026-01-01T00:00:00Z")));
        Map<String, Object> headers = new HashMap<>(wire.getHeaders());
        assertThat(headers).containsEntry("count", 5L).containsEntry("price", new BigDecimal("1.50"))
                .containsEntry("paid", true).containsEntry("raw", new byte[] { 1 })
                .containsEntry("at", Date.from(Instant.EPOCH)).containsEntry("gobridge.subject", text("orders.created"))
                .containsEntry("tags", List.of(text("a"), 1)).containsEntry("big", text("1" + "0".repeat(30)))
                .containsEntry("x-bridge.idempotency-key", text("k")).containsEntry("x-bridge.ordering-key", text("o"))
                .containsEntry("gobridge.created-at", text(CREATED.toString()));
    }

    @Example
    void shouldReadWhatStrangersSend() {
        BasicProperties stranger = new BasicProperties.Builder().contentType("text/plain").contentEncoding("gzip")
                .correlationId("c").replyTo("answers").type("t").appId("shop").userId("guest").priority(3).deliveryMode(1)
                .timestamp(Date.from(Instant.parse("2026-01-01T00:00:00Z")))
                .headers(Map.of("a", 1, "", "unnamed", "nested", Map.of("at", Date.from(Instant.EPOCH)), "latin",
                        LongStringHelper.asLongString(new byte[] { (byte) 0xE9 }), "X-Bridge.Idempotency-Key", "k",
                        "gobridge.subject", "s"))
                .build();

        ReceivedMessage received = received(stranger, HELLO, true);

        assertThat(received.identity()).isEqualTo(IdentityKind.GENERATED);
        assertThat(received.envelope().subject()).isEqualTo("s");
        assertThat(received.envelope().identity().idempotencyKey()).isEqualTo("k");
        assertThat(received.envelope().createdAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        Headers expected = Headers.builder().put("a", 1).put("amqp091.unnamed", "unnamed")
                .put("nested", Map.of("at", Instant.EPOCH)).put("latin", new byte[] { (byte) 0xE9 })
                .put("amqp091.content-type", "text/plain").put("amqp091.content-encoding", "gzip")
                .put("amqp091.correlation-id", "c").put("amqp091.reply-to", "answers").put("amqp091.type", "t")
                .put("amqp091.app-id", "shop").put("amqp091.user-id", "guest").put("amqp091.priority", 3)
                .put("amqp091.delivery-mode", 1).put("amqp091.routing-key", KEY).put("amqp091.exchange", "x")
                .put("amqp091.redelivered", true).build();
        assertThat(received.envelope().headers()).isEqualTo(expected);
    }

    @Example
    void shouldCarryTheProperties() {
        Envelope sent = message("m1").headers(Headers.of(Map.of("amqp091.content-type", "text/plain",
                "amqp091.correlation-id", "c", "amqp091.reply-to", "answers", "amqp091.priority", 9))).build();

        BasicProperties wire = unit.toWire(sent);

        assertThat(wire.getContentType()).isEqualTo("text/plain");
        assertThat(wire.getCorrelationId()).isEqualTo("c");
        assertThat(wire.getReplyTo()).isEqualTo("answers");
        assertThat(wire.getPriority()).isEqualTo(9);
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldNotGiveABrokerOrdersNorClaimsOfAnotherBroker() {
        Envelope sent = message("m1").headers(Headers.of(Map.of("CC", List.of("elsewhere"), "BCC", "wrong", "x-death",
                List.of(Map.of("queue", "q")), "x-delivery-count", 7L, "amqp091.user-id", "root"))).build();

        BasicProperties wire = unit.toWire(sent);

        assertThat(wire.getHeaders()).containsOnlyKeys("gobridge.created-at", BridgeMetadata.PROPERTY);
        assertThat(wire.getUserId()).isNull();
        assertThat(roundTrip(sent).headers()).isEqualTo(Headers.of(Map.of("CC", List.of("elsewhere"), "BCC", "wrong")));
    }

    /** D-16. */
    @Example
    void shouldTakeACountFromTheQueueOnly() {
        BasicProperties counted = new BasicProperties.Builder().headers(Map.of("x-delivery-count", 3L)).build();

        assertThat(unit.fromWire(delivery(counted, HELLO, true), true).attempt()).isEqualTo(4);
        assertThat(unit.fromWire(delivery(counted, HELLO, false), true).attempt()).isEqualTo(1);
        assertThat(unit.fromWire(delivery(counted, HELLO, true), false).attempt()).isEqualTo(1);
    }

    @Example
    void shouldLetTheTimeToLiveShrinkOverTheHops() {
        Instant start = scheduler.clock().instant();
        Envelope sent = message("m1").createdAt(start).expiresAt(start.plusSeconds(60)).build();
        scheduler.advance(Duration.ofMillis(19_500));

        BasicProperties wire = unit.toWire(sent);

        assertThat(wire.getExpiration()).isEqualTo("40500");
        scheduler.advance(Duration.ofSeconds(10));
        assertThat(received(wire, HELLO, false).envelope().expiresAt()).contains(start.plusSeconds(60));
    }

    @Example
    void shouldCountAStrangersExpirationFromNow() {
        BasicProperties wire = new BasicProperties.Builder().expiration("1500").build();
        BasicProperties odd = new BasicProperties.Builder().expiration("soon").build();

        assertThat(received(wire, HELLO, false).envelope().expiresAt())
                .contains(scheduler.clock().instant().plusMillis(1500));
        assertThat(received(odd, HELLO, false).envelope().expiresAt()).isEmpty();
    }

    @Example
    void shouldNotSendWhatIsExpired() {
        Envelope sent = message("m1").createdAt(Instant.EPOCH).expiresAt(Instant.EPOCH.plusSeconds(1)).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> unit.toWire(sent));

        assertThat(refusal.code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
    }

    @Example
    void shouldKeepAnExpiryThatNoBrokerTakes() {
        Envelope sent = message("m1").expiresAt(Instant.MAX).build();

        assertThat(unit.toWire(sent).getExpiration()).isNull();
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldRefuseAHeaderThatIsNestedTooDeeply() {
        Object nested = "x";
        for (int i = 0; i < 300; i++) {
            nested = List.of(nested);
        }
        Envelope sent = message("m1").headers(Headers.builder().put("deep", nested).build()).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> unit.toWire(sent));

        assertThat(refusal.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(refusal.getMessage()).contains("'deep'");
    }

    @Example
    void shouldKeepWhatCannotBeDecodedAsItIs() {
        for (String metadata : List.of("", "{", "[]", "{\"absent\":5}", "{\"absent\":true}", "{\"new\":1}", "{} {}",
                "{\"types\":{\"a\":\"long\"}}", "{\"types\":{\"a\":\"nothing\"}}", "{\"types\":[]}", "{\"texts\":{\"x\":1}}",
                "{\"headers\":[]}")) {
            BasicProperties wire = new BasicProperties.Builder().messageId("m1")
                    .headers(Map.of("a", "text", BridgeMetadata.PROPERTY, metadata)).build();

            ReceivedMessage received = received(wire, new byte[] { 1 }, false);

            assertThat(received.defect()).as(metadata).isPresent();
            assertThat(received.defect().get().code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            assertThat(received.envelope().payload()).isEqualTo(Payload.copyOf(new byte[] { 1 }));
            assertThat(received.envelope().headers().text(BridgeMetadata.PROPERTY)).contains(metadata);
            assertThat(received.envelope().headers().text("amqp091.message-id")).contains("m1");
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(Arbitraries.strings().ofMinLength(1), Arbitraries.strings().alpha().ofMinLength(1),
                Arbitraries.of("gobridge.meta", "gobridge.subject", "gobridge.created-at", "gobridge.expires-at",
                        "traceparent", "x-bridge.idempotency-key", "X-Bridge.Idempotency-Key", "x-bridge.dedup-id",
                        "x-bridge.tenant-id", "CC", "amqp091.content-type", "amqp091.priority", "amqp091.unnamed",
                        "x".repeat(256)));
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
                Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, Float.NaN, new BigDecimal("1.50"),
                        new BigDecimal("-1.50"), new BigDecimal("1E+5"), BigInteger.TEN.pow(60), CREATED, Instant.EPOCH,
                        Instant.MAX, new UUID(1, 2)),
                Arbitraries.bytes().array(byte[].class).asGeneric()).injectNull(0.05);
        // Nested twice, not recursively: jqwik can spend minutes on one deep value.
        Arbitrary<Object> nested = Arbitraries.oneOf(flat, flat.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), flat).ofMaxSize(2).asGeneric());
        return Arbitraries.oneOf(flat, flat, nested.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), nested).ofMaxSize(2).asGeneric());
    }

    private Envelope roundTrip(Envelope sent) {
        ReceivedMessage received = received(unit.toWire(sent), Amqp091Envelopes.body(sent), false);
        assertThat(received.defect()).isEmpty();
        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        Envelope envelope = received.envelope();
        return envelope.toBuilder().headers(envelope.headers().without(
                name -> name.equals(Amqp091Headers.ROUTING_KEY) || name.equals(Amqp091Headers.EXCHANGE))).build();
    }

    private ReceivedMessage received(BasicProperties properties, byte[] body, boolean isRedelivered) {
        return unit.fromWire(delivery(wire(properties), body, isRedelivered), false);
    }

    private static Delivery delivery(BasicProperties properties, byte[] body, boolean isRedelivered) {
        return new Delivery(new com.rabbitmq.client.Envelope(1, isRedelivered, "x", KEY), properties, body);
    }

    /** Through the bytes of a frame, as the client library writes and reads them. */
    private static BasicProperties wire(BasicProperties properties) {
        try {
            return (BasicProperties) AMQImpl.readContentHeaderFrom(properties.toFrame(1, 0).getInputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Object text(String text) {
        return LongStringHelper.asLongString(text);
    }

    private static Envelope.Builder message(String id) {
        return Envelope.withId(id).createdAt(CREATED).payload(Payload.ofText("hello"));
    }
}
