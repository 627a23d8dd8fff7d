package io.gobridge.camel.mqtt;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.CuttingProxy;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What others see of a bridge and a bridge of others: a real Mosquitto, and the clients that come with it. */
@Tag("real-brokers")
class MosquittoWireTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final JsonMapper JSON = new JsonMapper();

    private static Mosquitto mosquitto;

    private final MqttBridge bridge = new MqttBridge();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @BeforeAll
    static void start() {
        mosquitto = Mosquitto.start();
    }

    @AfterAll
    static void stop() {
        mosquitto.close();
    }

    @AfterEach
    void close() {
        bridge.close();
        ends.close();
    }

    @Test
    void shouldShowOthersTheFieldsOfAnEnvelopeAsTheWireHasThem() throws Exception {
        mosquitto.subscribe("reader", "out/#");
        Envelope message = Envelope.withId("m1").createdAt(Instant.parse("2026-01-01T00:00:00Z"))
                .expiresAt(Instant.now().plusSeconds(600)).subject("orders.created").payload(Payload.ofText("hello"))
                .identity(new Identity("key", "dedup", "order"))
                .headers(Headers.builder().put("plant", "north").put("count", 5L)
                        .put("mqtt.content-type", "text/plain").put("mqtt.response-topic", "answers/here")
                        .put("mqtt.correlation-data", "c-1".getBytes(StandardCharsets.UTF_8)).build())
                .build();

        TransportEnds.sent(ends.sender(uri("out/a", "")).send(new OutboundMessage(message, "out/b")));

        JsonNode wire = JSON.readTree(mosquitto.take("reader", "out/#", 1).get(0));
        assertThat(wire.path("topic").asText()).isEqualTo("out/b");
        assertThat(wire.path("qos").asInt()).isEqualTo(1);
        assertThat(wire.path("retain").asInt()).isZero();
        assertThat(wire.path("payload").asText()).isEqualTo("hello");
        JsonNode properties = wire.path("properties");
        assertThat(properties.path("content-type").asText()).isEqualTo("text/plain");
        assertThat(properties.path("response-topic").asText()).isEqualTo("answers/here");
        assertThat(properties.path("correlation-data").asText()).isEqualTo("c-1");
        assertThat(properties.path("message-expiry-interval").asInt()).isBetween(500, 600);
        JsonNode user = properties.path("user-properties");
        assertThat(user.path("gobridge.message-id").asText()).isEqualTo("m1");
        assertThat(user.path("gobridge.subject").asText()).isEqualTo("orders.created");
        assertThat(user.path("gobridge.created-at").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(user.path("x-bridge.idempotency-key").asText()).isEqualTo("key");
        assertThat(user.path("x-bridge.dedup-id").asText()).isEqualTo("dedup");
        assertThat(user.path("x-bridge.ordering-key").asText()).isEqualTo("order");
        assertThat(user.path("plant").asText()).isEqualTo("north");
        assertThat(user.path("count").asText()).isEqualTo("5");
        assertThat(user.path("gobridge.meta").asText()).contains("\"count\"").doesNotContain("plant");
    }

    @Test
    void shouldTakeTheFieldsOfAnEnvelopeFromTheWireOfOthers() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("in/#", "clientId=in"), 10);
        Instant before = Instant.now();

        mosquitto.publish("in/a", "-q", "1", "-m", "hello", "-D", "publish", "content-type", "text/plain",
                "-D", "publish", "response-topic", "answers/here", "-D", "publish", "correlation-data", "c-1",
                "-D", "publish", "message-expiry-interval", "600", "-D", "publish", "user-property", "plant", "north",
                "-D", "publish", "user-property", "tag", "a", "-D", "publish", "user-property", "tag", "b",
                "-D", "publish", "user-property", "gobridge.message-id", "m1",
                "-D", "publish", "user-property", "gobridge.subject", "orders.created",
                "-D", "publish", "user-property", "X-Bridge.Idempotency-Key", "key");

        Envelope received = source.take(0).envelope();
        assertThat(source.take(0).identity()).isEqualTo(IdentityKind.STABLE);
        assertThat(received.id()).isEqualTo("m1");
        assertThat(received.subject()).isEqualTo("orders.created");
        assertThat(received.payload()).isEqualTo(Payload.ofText("hello"));
        assertThat(received.identity().idempotencyKey()).isEqualTo("key");
        assertThat(received.expiresAt().orElseThrow()).isBetween(before.plusSeconds(590), before.plusSeconds(630));
        assertThat(received.headers()).isEqualTo(Headers.builder().put("mqtt.topic", "in/a").put("plant", "north")
                .put("tag", List.of("a", "b")).put("mqtt.content-type", "text/plain")
                .put("mqtt.response-topic", "answers/here")
                .put("mqtt.correlation-data", "c-1".getBytes(StandardCharsets.UTF_8)).build());
    }

    @Test
    void shouldMintAnIdForEachMessageOfOthersThatHasNone() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("nameless", "clientId=nameless"), 10);

        mosquitto.publish("nameless", "-q", "1", "-m", "same");
        mosquitto.publish("nameless", "-q", "1", "-m", "same");

        assertThat(source.take(0).envelope().id()).isNotEqualTo(source.take(1).envelope().id());
        assertThat(source.take(1).identity()).isEqualTo(IdentityKind.GENERATED);
    }

    @Test
    void shouldSendAndReceiveWithQualityOfService0() throws Exception {
        mosquitto.subscribe("reader-0", "fast/out");
        GoBridgeConsumer consumer = bridge.forward("fast", "fast/in", at() + "&source.qos=0",
                "fast/out&target.qos=0&target.brokerUrl=" + mosquitto.brokerUrl());

        mosquitto.publish("fast/in", "-q", "0", "-m", "hello");

        await().until(() -> consumer.counts().completed() == 1);
        JsonNode wire = JSON.readTree(mosquitto.take("reader-0", "fast/out", 1).get(0));
        assertThat(wire.path("payload").asText()).isEqualTo("hello");
        assertThat(wire.path("qos").asInt(-1)).isZero();
    }

    @Test
    void shouldKeepMessagesInAPersistentSessionAndNotInACleanOne() throws Exception {
        String clean = at() + "&source.cleanStart=true&source.sessionExpiryInterval=0";
        bridge.receive("persistent", "kept", at());
        bridge.receive("clean", "kept", clean);
        bridge.stop("persistent");
        bridge.stop("clean");

        mosquitto.publish("kept", "-q", "1", "-m", "meanwhile");
        MqttBridge.Received cleaned = bridge.receive("clean", "kept", clean);
        MqttBridge.Received persisted = bridge.receive("persistent", "kept", at());
        await().until(() -> cleaned.isUp() && persisted.isUp());
        mosquitto.publish("kept", "-q", "1", "-m", "afterwards");

        await().until(() -> !cleaned.texts().isEmpty() && persisted.texts().size() == 2);
        assertThat(cleaned.texts()).containsExactly("afterwards");
        assertThat(persisted.texts()).containsExactly("meanwhile", "afterwards");
    }

    @Test
    void shouldShareATopicBetweenTwoBridgesEachMessageOnce() throws Exception {
        MqttBridge.Received left = bridge.receive("left", "$share/group/work/#", at());
        try (MqttBridge other = new MqttBridge()) {
            MqttBridge.Received right = other.receive("right", "$share/group/work/#", at());
            await().until(() -> left.isUp() && right.isUp());

            mosquitto.publish("work/a", numbered("m", 100));

            await().atMost(PATIENCE).until(() -> left.texts().size() + right.texts().size() >= 100);
            assertThat(left.texts()).isNotEmpty();
            assertThat(right.texts()).isNotEmpty();
            List<String> both = new ArrayList<>(left.texts());
            both.addAll(right.texts());
            assertThat(both).containsExactlyInAnyOrderElementsOf(numbered("m", 100));
        }
    }

    @Test
    void shouldReceiveARetainedMessageAsSuchAndNotAgainWithAReconnect() throws Exception {
        mosquitto.publish("state", "-q", "1", "-r", "-m", "retained");
        try (CuttingProxy proxy = CuttingProxy.before(mosquitto.port(), MqttPacket::frame)) {
            MqttBridge.Received received
                    = bridge.receive("state", "state", "&source.brokerUrl=tcp://127.0.0.1:" + proxy.port());
            await().until(() -> received.texts().size() == 1);

            proxy.cutAll();
            await().until(() -> proxy.accepted() == 2 && received.isUp());
            mosquitto.publish("state", "-q", "1", "-m", "live");

            await().until(() -> received.texts().contains("live"));
            assertThat(received.texts()).containsExactly("retained", "live");
            assertThat(received.retained()).containsExactly(true, false);
        }
    }

    @Test
    void shouldLoseNothingWhenTheBrokerRestarts() throws Exception {
        MqttBridge.Received reader = bridge.receive("restart-reader", "restart/out", at());
        String target = "restart/out&target.brokerUrl=" + mosquitto.brokerUrl();
        bridge.forward("restart", "restart/in", at(), target);
        bridge.stop("restart");
        mosquitto.publish("restart/in", numbered("kept", 50));

        mosquitto.stop();
        mosquitto.restart();
        GoBridgeConsumer consumer = bridge.forward("restart", "restart/in", at(), target);
        await().atMost(PATIENCE).until(() -> reader.texts().containsAll(numbered("kept", 50)));
        mosquitto.publish("restart/in", numbered("under way", 50));
        mosquitto.stop();
        await().until(() -> !consumer.reasons().isEmpty());
        mosquitto.restart();
        mosquitto.publish("restart/in", List.of("behind"));

        await().atMost(PATIENCE).until(() -> reader.texts().contains("behind"));
        assertThat(reader.texts()).containsAll(numbered("under way", 50));
        await().atMost(PATIENCE).until(() -> consumer.reasons().isEmpty() && reader.isUp());
    }

    private static List<String> numbered(String text, int count) {
        return IntStream.range(0, count).mapToObj(i -> text + "-" + i).toList();
    }

    private static String at() {
        return "&source.brokerUrl=" + mosquitto.brokerUrl();
    }

    private static String uri(String topic, String options) {
        return "paho-mqtt5:" + topic + "?brokerUrl=" + mosquitto.brokerUrl() + (options.isEmpty() ? "" : "&" + options);
    }
}
