package io.gobridge.camel.transport.amqp10;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.AmqpSequence;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.message.Message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class AmqpMappingTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00.123456789Z");
    private static final MessageDefaults DEFAULTS = new MessageDefaults(true, 4, Optional.empty());

    private final ManualScheduler scheduler = new ManualScheduler();
    private final AmqpEnvelopes unit = new AmqpEnvelopes(scheduler.clock());

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
        Envelope sent = message("m\u0001").subject(subject).identity(new Identity(key, key + "2", "3" + key)).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldTellEmptyFromAbsent() {
        assertThat(roundTrip(message("m1").payload(Payload.EMPTY).build()).payload()).isEqualTo(Payload.EMPTY);
        assertThat(roundTrip(message("m1").payload(Payload.ABSENT).build()).payload()).isEqualTo(Payload.ABSENT);
    }

    @Example
    void shouldShowStrangersExactNamesAndAmqpsOwnTypes() {
        Message wire = onTheWire(message("m1").subject("orders.created").identity(new Identity("k", "", "o"))
                .headers(Headers.of(Map.of("a.b-c", 5L, "A_DOT_B", "me", "at", Instant.EPOCH, "raw", new byte[] { 1 })))
                .build());

        assertThat(application(wire)).containsEntry("a.b-c", 5L).containsEntry("A_DOT_B", "me")
                .containsEntry("at", Date.from(Instant.EPOCH)).containsEntry("raw", new Binary(new byte[] { 1 }))
                .containsEntry("x-bridge.idempotency-key", "k").containsEntry("x-bridge.ordering-key", "o")
                .doesNotContainKey("x-bridge.dedup-id");
        assertThat(wire.getMessageId()).isEqualTo("m1");
        assertThat(wire.getSubject()).isEqualTo("orders.created");
        assertThat(wire.getProperties().getCreationTime()).isEqualTo(Date.from(CREATED));
        assertThat(wire.isDurable()).isTrue();
    }

    @Example
    void shouldReadWhatStrangersSend() {
        Message message = Message.Factory.create();
        message.setProperties(new Properties());
        message.setMessageId(UnsignedLong.valueOf(7));
        message.setAddress("q");
        message.setReplyTo("answers");
        message.setContentType("text/plain");
        message.setCorrelationId(new UUID(1, 2));
        message.setGroupId("g");
        message.setUserId(new byte[] { 9 });
        message.setPriority((short) 7);
        Map<String, Object> application = new LinkedHashMap<>();
        application.put("X-Bridge.Idempotency-Key", "k");
        application.put("small", UnsignedByte.valueOf((byte) -1));
        application.put("large", UnsignedLong.valueOf(-1L));
        application.put("symbol", Symbol.valueOf("s"));
        application.put("", "unnamed");
        message.setApplicationProperties(new ApplicationProperties(application));
        message.setBody(new AmqpValue("grüße"));

        ReceivedMessage received = unit.fromWire(reRead(message));

        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        assertThat(received.envelope().id()).isEqualTo("7");
        assertThat(received.envelope().identity().idempotencyKey()).isEqualTo("k");
        assertThat(received.envelope().payload().toBytes()).isEqualTo("grüße".getBytes(StandardCharsets.UTF_8));
        assertThat(received.envelope().createdAt()).isEqualTo(scheduler.clock().instant());
        assertThat(received.envelope().headers()).isEqualTo(Headers.builder().put("small", (short) 255)
                .put("large", BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)).put("symbol", "s")
                .put("amqp10.unnamed", "unnamed").put(AmqpHeaders.TO, "q").put(AmqpHeaders.USER_ID, new byte[] { 9 })
                .put(AmqpHeaders.CONTENT_TYPE, "text/plain").put(AmqpHeaders.CORRELATION_ID, new UUID(1, 2))
                .put(AmqpHeaders.REPLY_TO, "answers").put(AmqpHeaders.GROUP_ID, "g").put(AmqpHeaders.PRIORITY, 7).build());
    }

    @Example
    void shouldNameTheIdsThatAreNoTexts() {
        assertThat(idOf(new UUID(1, 2))).isEqualTo(new UUID(1, 2).toString());
        assertThat(idOf(new Binary(new byte[] { 1, (byte) 0xAB }))).isEqualTo("01ab");
        assertThat(idOf("ID:x")).isEqualTo("ID:x");
        assertThat(unit.fromWire(Message.Factory.create()).identity()).isEqualTo(IdentityKind.GENERATED);
    }

    @Example
    void shouldCarryAmqpsOwnProperties() {
        Envelope sent = message("m1").headers(Headers.of(Map.of(AmqpHeaders.CONTENT_TYPE, "text/plain",
                AmqpHeaders.CONTENT_ENCODING, "gzip", AmqpHeaders.REPLY_TO, "answers", AmqpHeaders.GROUP_ID, "g",
                AmqpHeaders.CORRELATION_ID, BigInteger.TEN, AmqpHeaders.PRIORITY, 9))).build();

        Message wire = onTheWire(sent);

        assertThat(wire.getContentType()).isEqualTo("text/plain");
        assertThat(wire.getContentEncoding()).isEqualTo("gzip");
        assertThat(wire.getReplyTo()).isEqualTo("answers");
        assertThat(wire.getGroupId()).isEqualTo("g");
        assertThat(wire.getCorrelationId()).isEqualTo(UnsignedLong.valueOf(10));
        assertThat(wire.getPriority()).isEqualTo((short) 9);
        assertThat(wire.getApplicationProperties().getValue()).hasSize(1);
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldTakeTheBytesOfEveryBodyThatHasSome() {
        assertThat(payloadOf(new Data(new Binary(new byte[] { 1, 2, 3 }, 1, 2))))
                .isEqualTo(Payload.copyOf(new byte[] { 2, 3 }));
        assertThat(payloadOf(new AmqpValue(new Binary(new byte[] { 1 })))).isEqualTo(Payload.copyOf(new byte[] { 1 }));
        assertThat(payloadOf(new AmqpValue("x"))).isEqualTo(Payload.ofText("x"));
        assertThat(payloadOf(new AmqpValue(null))).isEqualTo(Payload.ABSENT);
        assertThat(payloadOf(null)).isEqualTo(Payload.ABSENT);
    }

    @Example
    void shouldKeepABodyWithoutBytesAsItIsEncoded() {
        for (Section body : List.of(new AmqpValue(Map.of("a", 1)), new AmqpValue(5), new AmqpSequence(List.of("a")))) {
            Message message = Message.Factory.create();
            message.setBody(body);

            ReceivedMessage received = unit.fromWire(reRead(message));

            assertThat(received.defect()).isPresent();
            assertThat(received.defect().get().code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            byte[] raw = received.envelope().payload().toBytes();
            Message again = Message.Factory.create();
            again.decode(raw, 0, raw.length);
            assertThat(again.getBody()).hasToString(body.toString());
        }
    }

    @Example
    void shouldKeepWhatCannotBeDecodedAsItIs() {
        for (String metadata : List.of("", "{", "[]", "{\"absent\":5}", "{\"new\":1}", "{} {}",
                "{\"types\":{\"a\":\"long\"}}", "{\"types\":{\"a\":\"nothing\"}}", "{\"types\":[]}", "{\"texts\":{\"x\":1}}",
                "{\"headers\":[]}")) {
            Message message = Message.Factory.create();
            message.setBody(new Data(new Binary(new byte[] { 1 })));
            message.setApplicationProperties(
                    new ApplicationProperties(Map.of("a", "text", BridgeMetadata.PROPERTY, metadata)));

            ReceivedMessage received = unit.fromWire(message);

            assertThat(received.defect()).as(metadata).isPresent();
            assertThat(received.envelope().payload()).isEqualTo(Payload.copyOf(new byte[] { 1 }));
            assertThat(received.envelope().headers().text(BridgeMetadata.PROPERTY)).contains(metadata);
        }
    }

    @Example
    void shouldRefuseATypeThatHeadersDoNotHave() {
        Message message = Message.Factory.create();
        message.setApplicationProperties(new ApplicationProperties(Map.of("price", new Decimal32(5))));

        assertThat(unit.fromWire(message).defect()).isPresent();
    }

    @Example
    void shouldLetTheTimeToLiveShrinkOverTheHops() {
        Instant start = scheduler.clock().instant();
        Envelope sent = message("m1").createdAt(start).expiresAt(start.plusSeconds(60)).build();
        scheduler.advance(Duration.ofMillis(19_500));

        Message wire = onTheWire(sent);

        assertThat(wire.getTtl()).isEqualTo(40_500);
        assertThat(wire.getExpiryTime()).isEqualTo(start.plusSeconds(60).toEpochMilli());
        assertThat(unit.fromWire(wire).envelope().expiresAt()).contains(start.plusSeconds(60));
    }

    @Example
    void shouldExpireWhatHasARelativeTimeOnly() {
        Message message = Message.Factory.create();
        message.setHeader(new Header());
        message.getHeader().setTtl(UnsignedInteger.valueOf(5000));

        assertThat(unit.fromWire(message).envelope().expiresAt()).contains(scheduler.clock().instant().plusSeconds(5));
    }

    @Example
    void shouldRoundAnExpiryUp() {
        Instant expiry = scheduler.clock().instant().plusNanos(1_000_001);

        Message wire = onTheWire(message("m1").createdAt(Instant.EPOCH).expiresAt(expiry).build());

        assertThat(wire.getTtl()).isEqualTo(2);
        assertThat(unit.fromWire(wire).envelope().expiresAt()).contains(scheduler.clock().instant().plusMillis(2));
    }

    @Example
    void shouldNotSendWhatIsExpired() {
        Envelope sent = message("m1").createdAt(Instant.EPOCH).expiresAt(Instant.EPOCH.plusSeconds(1)).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> unit.toWire(sent, DEFAULTS));

        assertThat(refusal.code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
    }

    @Example
    void shouldTakeAnExpiryBeyondAnything() {
        Message wire = onTheWire(message("m1").expiresAt(Instant.MAX).build());

        assertThat(wire.getHeader().getTtl()).isNull();
        assertThat(unit.fromWire(wire).envelope().expiresAt()).isEmpty();
    }

    @Example
    void shouldSayWhatTheEndpointSaysOfMessagesThatDoNot() {
        MessageDefaults fleeting = new MessageDefaults(false, 7, Optional.of(Duration.ofSeconds(5)));

        Message wire = unit.toWire(message("m1").build(), fleeting);

        assertThat(wire.isDurable()).isFalse();
        assertThat(wire.getPriority()).isEqualTo((short) 7);
        assertThat(wire.getTtl()).isEqualTo(5000);
    }

    @Example
    void shouldRefuseAHeaderThatIsNestedTooDeeply() {
        Object nested = "x";
        for (int i = 0; i < 300; i++) {
            nested = List.of(nested);
        }
        Envelope sent = message("m1").headers(Headers.builder().put("deep", nested).build()).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> unit.toWire(sent, DEFAULTS));

        assertThat(refusal.code()).isEqualTo(FailureCode.INVALID_HEADER);
        assertThat(refusal.getMessage()).contains("'deep'");
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(Arbitraries.strings().ofMinLength(1), Arbitraries.strings().alpha().ofMinLength(1),
                Arbitraries.of("gobridge.meta", "gobridge.subject", "gobridge.created-at", "JMS_AMQP_ACK_TYPE", "JMSXGroupID",
                        "traceparent", "x-bridge.idempotency-key", "X-Bridge.Idempotency-Key", "x-bridge.dedup-id",
                        "x-bridge.tenant-id", AmqpHeaders.CONTENT_TYPE, AmqpHeaders.CONTENT_ENCODING, AmqpHeaders.REPLY_TO,
                        AmqpHeaders.CORRELATION_ID, AmqpHeaders.GROUP_ID, AmqpHeaders.PRIORITY, "a.b-c", "x".repeat(65_536)));
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
                        new BigDecimal("1E+5"), BigInteger.TEN.pow(60), CREATED, Instant.EPOCH, Instant.MAX, new UUID(1, 2)),
                Arbitraries.bytes().array(byte[].class).asGeneric()).injectNull(0.05);
        // Nested twice, not recursively: jqwik can spend minutes on one deep value.
        Arbitrary<Object> nested = Arbitraries.oneOf(flat, flat.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), flat).ofMaxSize(2).asGeneric());
        return Arbitraries.oneOf(flat, flat, nested.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), nested).ofMaxSize(2).asGeneric());
    }

    private Envelope roundTrip(Envelope sent) {
        ReceivedMessage received = unit.fromWire(onTheWire(sent));
        assertThat(received.defect()).isEmpty();
        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        return received.envelope();
    }

    private Message onTheWire(Envelope sent) {
        return reRead(unit.toWire(sent, DEFAULTS));
    }

    /** Through the bytes, as the client library sends and receives them. */
    private static Message reRead(Message message) {
        return WireMessages.fromJms(WireMessages.toJms(message));
    }

    private String idOf(Object id) {
        Message message = Message.Factory.create();
        message.setProperties(new Properties());
        message.getProperties().setMessageId(id);
        return unit.fromWire(message).envelope().id();
    }

    private Payload payloadOf(Section body) {
        Message message = Message.Factory.create();
        message.setBody(body);
        ReceivedMessage received = unit.fromWire(message);
        assertThat(received.defect()).isEmpty();
        return received.envelope().payload();
    }

    private static Map<String, Object> application(Message message) {
        Map<String, Object> application = new LinkedHashMap<>();
        ((Map<?, ?>) message.getApplicationProperties().getValue())
                .forEach((name, value) -> application.put((String) name, value));
        return application;
    }

    private static Envelope.Builder message(String id) {
        return Envelope.withId(id).createdAt(CREATED).payload(Payload.ofText("hello"));
    }
}
