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

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.LongStringHelper;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.MappingContract;
import net.jqwik.api.Example;

import static org.assertj.core.api.Assertions.assertThat;

class Amqp091MappingTest extends MappingContract {

    private static final String KEY = "orders.eu";

    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    private final Amqp091Envelopes unit = new Amqp091Envelopes(scheduler.clock());

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
    void shouldTakeADeepHeaderOfAStrangerForADefect() {
        Object deep = "x";
        for (int level = 0; level < 300; level++) {
            deep = List.of(deep);
        }
        BasicProperties stranger = new BasicProperties.Builder().headers(Map.of("deep", deep, "a", 1)).build();

        ReceivedMessage received = received(stranger, HELLO, true);

        assertThat(received.defect()).get()
                .satisfies(defect -> assertThat(defect.code()).isEqualTo(FailureCode.INVALID_PAYLOAD));
        assertThat(received.envelope().payload().shared()).isEqualTo(HELLO);
        assertThat(received.envelope().headers().get("a")).contains(1);
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
    void shouldKeepAnExpiryThatNoBrokerTakes() {
        Envelope sent = message("m1").expiresAt(Instant.MAX).build();

        assertThat(unit.toWire(sent).getExpiration()).isNull();
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldNotSendWhatIsExpired() {
        assertRefusesWhatIsExpired();
    }

    @Example
    void shouldKeepAMessageAsItIsWhosePayloadIsSaidToBeAbsent() {
        assertKeptAsItIs("{\"absent\":true}");
    }

    @Override
    protected List<String> namesOfTheWire() {
        return List.of("gobridge.expires-at", "CC", "amqp091.content-type", "amqp091.priority", "amqp091.unnamed",
                "x".repeat(256));
    }

    @Override
    protected Received readWithMetadata(String metadata) {
        BasicProperties wire = new BasicProperties.Builder().messageId("m1")
                .headers(Map.of("a", "text", BridgeMetadata.PROPERTY, metadata)).build();
        ReceivedMessage received = received(wire, RAW.toBytes(), false);
        assertThat(received.envelope().headers().text("amqp091.message-id")).contains("m1");
        return new Received(received.envelope(), received.defect());
    }

    @Override
    protected Envelope roundTrip(Envelope sent) {
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
}
