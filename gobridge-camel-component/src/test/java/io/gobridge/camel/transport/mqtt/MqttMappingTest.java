package io.gobridge.camel.transport.mqtt;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.MappingContract;
import net.jqwik.api.Example;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttPublish;
import org.eclipse.paho.mqttv5.common.packet.MqttWireMessage;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

import static org.assertj.core.api.Assertions.assertThat;

class MqttMappingTest extends MappingContract {

    private final MqttEnvelopes unit = new MqttEnvelopes(scheduler.clock());

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
    void shouldNotSendWhatIsExpired() {
        assertRefusesWhatIsExpired();
    }

    @Example
    void shouldKeepAMessageAsItIsWhosePayloadIsSaidToBeAbsent() {
        assertKeptAsItIs("{\"absent\":true}");
    }

    @Override
    protected List<String> namesOfTheWire() {
        return List.of("gobridge.message-id", MqttHeaders.CONTENT_TYPE, MqttHeaders.RESPONSE_TOPIC,
                MqttHeaders.CORRELATION_DATA, "x".repeat(65_536));
    }

    @Override
    protected Received readWithMetadata(String metadata) {
        MqttMessage message = new MqttMessage(RAW.toBytes());
        message.setProperties(new MqttProperties());
        message.getProperties().setUserProperties(
                List.of(new UserProperty("a", "text"), new UserProperty(BridgeMetadata.PROPERTY, metadata)));
        ReceivedMessage received = unit.fromWire("t/a", message);
        return new Received(received.envelope(), received.defect());
    }

    @Override
    protected Envelope roundTrip(Envelope sent) {
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
}
