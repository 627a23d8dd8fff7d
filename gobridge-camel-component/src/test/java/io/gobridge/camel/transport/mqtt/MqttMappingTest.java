package io.gobridge.camel.transport.mqtt;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

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
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttPublish;
import org.eclipse.paho.mqttv5.common.packet.MqttWireMessage;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class MqttMappingTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00.123456789Z");

    private final ManualScheduler scheduler = new ManualScheduler();
    private final MqttEnvelopes unit = new MqttEnvelopes(scheduler.clock());

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
    void shouldBringBackMoreHeadersThanPeersTakeProperties() {
        Headers.Builder headers = Headers.builder();
        IntStream.range(0, 300).forEach(i -> headers.put("header" + i, "x".repeat(i * 10)));
        Envelope sent = message("m1").headers(headers.build()).build();

        MqttMessage wire = unit.toWire(sent);

        assertThat(wire.getProperties().getUserProperties()).hasSizeLessThanOrEqualTo(128);
        Envelope received = received(wire).envelope();
        assertThat(received.headers().without(MqttHeaders.TOPIC::equals).toMap()).isEqualTo(sent.headers().toMap());
    }

    @Example
    void shouldBringBackTextsThatAreLongerThanMqttTakes() {
        String text = "ü".repeat(40_000);
        Envelope sent = message("m1").subject(text).headers(Headers.of(Map.of("long", text, text, "name"))).build();

        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldShowStrangersPlainNamesAndTexts() {
        MqttMessage wire = unit.toWire(message("m1").subject("orders.created").identity(new Identity("k", "", "o"))
                .headers(Headers.of(Map.of("count", 5L, "who", "me", "at", Instant.EPOCH))).build());

        Map<String, String> properties = new HashMap<>();
        wire.getProperties().getUserProperties().forEach(each -> properties.put(each.getKey(), each.getValue()));
        assertThat(properties).containsEntry("count", "5").containsEntry("who", "me")
                .containsEntry("at", "1970-01-01T00:00:00Z").containsEntry("gobridge.subject", "orders.created")
                .containsEntry("gobridge.message-id", "m1").containsEntry("x-bridge.idempotency-key", "k")
                .containsEntry("x-bridge.ordering-key", "o").containsEntry("gobridge.created-at", CREATED.toString());
    }

    @Example
    void shouldReadWhatStrangersSend() {
        MqttMessage message = new MqttMessage("hello".getBytes(StandardCharsets.UTF_8));
        message.setProperties(new MqttProperties());
        message.getProperties().setUserProperties(List.of(new UserProperty("a", "1"), new UserProperty("b", "2"),
                new UserProperty("b", "3"), new UserProperty("", "unnamed"),
                new UserProperty("X-Bridge.Idempotency-Key", "k")));
        message.getProperties().setContentType("text/plain");
        message.getProperties().setResponseTopic("reply/to");
        message.getProperties().setCorrelationData(new byte[] { 1, 2 });
        message.setRetained(true);

        ReceivedMessage received = unit.fromWire("t/a", message);

        assertThat(received.identity()).isEqualTo(IdentityKind.GENERATED);
        assertThat(received.envelope().identity().idempotencyKey()).isEqualTo("k");
        assertThat(received.envelope().createdAt()).isEqualTo(scheduler.clock().instant());
        assertThat(received.envelope().headers()).isEqualTo(Headers.of(Map.of("a", "1", "b", List.of("2", "3"),
                "mqtt.unnamed", "unnamed", MqttHeaders.CONTENT_TYPE, "text/plain", MqttHeaders.RESPONSE_TOPIC, "reply/to",
                MqttHeaders.CORRELATION_DATA, new byte[] { 1, 2 }, MqttHeaders.TOPIC, "t/a", MqttHeaders.RETAINED, true)));
    }

    /** Case 109. */
    @Example
    void shouldKeepAPropertyWithoutANameBesideOneThatIsNamedLikeIt() {
        MqttMessage wire = unit.toWire(message("m1").build());
        wire.getProperties().setUserProperties(List.of(new UserProperty("", "a"), new UserProperty("mqtt.unnamed", "b")));

        assertThat(received(wire).envelope().headers().get("mqtt.unnamed")).contains(List.of("a", "b"));
    }

    @Example
    void shouldGiveEqualMessagesWithoutAnIdTwoIds() {
        MqttMessage message = new MqttMessage(new byte[0]);
        message.setProperties(new MqttProperties());

        assertThat(unit.fromWire("t", message).envelope().id()).isNotEqualTo(unit.fromWire("t", message).envelope().id());
    }

    @Example
    void shouldCarryMqttsOwnProperties() {
        Envelope sent = message("m1").headers(Headers.of(Map.of(MqttHeaders.CONTENT_TYPE, "text/plain",
                MqttHeaders.RESPONSE_TOPIC, "reply/to", MqttHeaders.CORRELATION_DATA, new byte[] { 1, 2 }))).build();

        MqttMessage wire = unit.toWire(sent);

        assertThat(wire.getProperties().getContentType()).isEqualTo("text/plain");
        assertThat(wire.getProperties().getResponseTopic()).isEqualTo("reply/to");
        assertThat(wire.getProperties().getCorrelationData()).containsExactly(1, 2);
        assertThat(roundTrip(sent)).isEqualTo(sent);
    }

    @Example
    void shouldLetTheTimeToLiveShrinkOverTheHops() {
        Instant start = scheduler.clock().instant();
        Envelope sent = message("m1").createdAt(start).expiresAt(start.plusSeconds(60)).build();
        scheduler.advance(Duration.ofMillis(19_500));

        MqttMessage wire = unit.toWire(sent);

        assertThat(wire.getProperties().getMessageExpiryInterval()).isEqualTo(41);
        assertThat(received(wire).envelope().expiresAt()).contains(scheduler.clock().instant().plusSeconds(41));
    }

    @Example
    void shouldNotSendWhatIsExpired() {
        Envelope sent = message("m1").createdAt(Instant.EPOCH).expiresAt(Instant.EPOCH.plusSeconds(1)).build();

        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> unit.toWire(sent));

        assertThat(refusal.code()).isEqualTo(FailureCode.MESSAGE_EXPIRED);
    }

    @Example
    void shouldTakeAnExpiryBeyondAnything() {
        Envelope sent = message("m1").expiresAt(Instant.MAX).build();

        assertThat(unit.toWire(sent).getProperties().getMessageExpiryInterval()).isEqualTo(0xFFFF_FFFFL);
    }

    @Example
    void shouldBelieveItsOwnClockWhenTheSendersIsFast() {
        MqttMessage wire = unit.toWire(message("m1").createdAt(Instant.parse("2027-01-01T00:00:00Z")).build());
        wire.getProperties().setMessageExpiryInterval(10L);

        ReceivedMessage received = received(wire);

        assertThat(received.defect()).isEmpty();
        assertThat(received.envelope().createdAt()).isEqualTo(scheduler.clock().instant());
    }

    @Example
    void shouldUnderstandAMessageThatExpiresWithItsReceipt() {
        MqttMessage wire = unit.toWire(message("m1").build());
        wire.getProperties().setMessageExpiryInterval(0L);
        wire.getProperties().setUserProperties(List.of());
        InstantSource passing = () -> {
            scheduler.advance(Duration.ofNanos(1));
            return scheduler.instant();
        };

        ReceivedMessage received = new MqttEnvelopes(passing.withZone(ZoneOffset.UTC)).fromWire("t/a", wire);

        assertThat(received.defect()).isEmpty();
        assertThat(received.envelope().isExpired(passing.instant())).isTrue();
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
            MqttMessage message = new MqttMessage(new byte[] { 1 });
            message.setProperties(new MqttProperties());
            message.getProperties().setUserProperties(
                    List.of(new UserProperty("a", "text"), new UserProperty(BridgeMetadata.PROPERTY, metadata)));

            ReceivedMessage received = unit.fromWire("t/a", message);

            assertThat(received.defect()).as(metadata).isPresent();
            assertThat(received.defect().get().code()).isEqualTo(FailureCode.INVALID_PAYLOAD);
            assertThat(received.envelope().payload()).isEqualTo(Payload.copyOf(new byte[] { 1 }));
            assertThat(received.envelope().headers().text(BridgeMetadata.PROPERTY)).contains(metadata);
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(Arbitraries.strings().ofMinLength(1), Arbitraries.strings().alpha().ofMinLength(1),
                Arbitraries.of("gobridge.meta", "gobridge.subject", "gobridge.message-id", "gobridge.created-at",
                        "traceparent", "x-bridge.idempotency-key", "X-Bridge.Idempotency-Key", "x-bridge.dedup-id",
                        "x-bridge.tenant-id", MqttHeaders.CONTENT_TYPE, MqttHeaders.RESPONSE_TOPIC,
                        MqttHeaders.CORRELATION_DATA, "x".repeat(65_536)));
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
                        new BigDecimal("1E+5"), BigInteger.TEN.pow(60), CREATED, Instant.MAX, new UUID(1, 2)),
                Arbitraries.bytes().array(byte[].class).asGeneric()).injectNull(0.05);
        // Nested twice, not recursively: jqwik can spend minutes on one deep value.
        Arbitrary<Object> nested = Arbitraries.oneOf(flat, flat.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), flat).ofMaxSize(2).asGeneric());
        return Arbitraries.oneOf(flat, flat, nested.list().ofMaxSize(3).asGeneric(),
                Arbitraries.maps(texts(), nested).ofMaxSize(2).asGeneric());
    }

    private Envelope roundTrip(Envelope sent) {
        ReceivedMessage received = received(unit.toWire(sent));
        assertThat(received.defect()).isEmpty();
        assertThat(received.identity()).isEqualTo(IdentityKind.STABLE);
        Envelope envelope = received.envelope();
        return envelope.toBuilder().headers(envelope.headers().without(MqttHeaders.TOPIC::equals)).build();
    }

    /** Through the bytes of a packet, as the client library writes and reads them. */
    private ReceivedMessage received(MqttMessage wire) {
        try {
            MqttPublish packet = new MqttPublish("t/a", wire, wire.getProperties());
            byte[] header = packet.getHeader();
            byte[] payload = packet.getPayload();
            byte[] bytes = Arrays.copyOf(header, header.length + payload.length);
            System.arraycopy(payload, 0, bytes, header.length, payload.length);
            MqttPublish read = (MqttPublish) MqttWireMessage.createWireMessage(bytes);
            return unit.fromWire(read.getTopicName(), read.getMessage());
        } catch (MqttException e) {
            throw new AssertionError(e);
        }
    }

    private static Envelope.Builder message(String id) {
        return Envelope.withId(id).createdAt(CREATED).payload(Payload.ofText("hello"));
    }
}
