package io.gobridge.camel.mqtt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport against Artemis in this process. */
class MqttArtemisTest {

    private static EmbeddedArtemis broker;

    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @BeforeAll
    static void start() {
        broker = EmbeddedArtemis.start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @AfterEach
    void close() {
        ends.close();
    }

    @Test
    void shouldBringBackAnEnvelope() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("envelope/#", "clientId=e1"), 10);
        byte[] all = new byte[256];
        IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
        Envelope sent = TransportEnds.envelope("m1").subject("orders.created").payload(Payload.copyOf(all))
                .identity(new Identity("key", "dedup", "order"))
                .headers(Headers.builder().put("count", 5L).put("text", "a\nb").put("null", null).put("empty", "").build())
                .build();

        TransportEnds.sent(ends.sender(uri("envelope/a", "")).send(new OutboundMessage(sent, "")));

        Envelope received = source.take(0).envelope();
        assertThat(received.headers().text("mqtt.topic")).contains("envelope/a");
        assertThat(received.toBuilder().headers(received.headers().without("mqtt.topic"::equals)).build()).isEqualTo(sent);
        assertThat(source.take(0).group()).isEqualTo("envelope/a");
    }

    @Test
    void shouldSendToTheTopicThatTheMessageIsAddressedTo() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("address/#", "clientId=a1"), 10);
        OutboundMessage message = new OutboundMessage(TransportEnds.message("m1", "x").envelope(), "address/b/c");

        TransportEnds.sent(ends.sender(uri("address/a", "")).send(message));

        assertThat(source.take(0).envelope().headers().text("mqtt.topic")).contains("address/b/c");
        assertThat(TransportEnds.failure(ends.sender(uri("address/a", "")).send(
                new OutboundMessage(message.envelope(), "address/#"))).code()).isEqualTo(FailureCode.ADDRESS_TEMPLATE);
    }

    @Test
    void shouldReceiveNoMoreAheadThanItMay() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("window", "clientId=w1"), 3);
        sendAll("window", 10);

        source.take(2);
        assertThat(source.taken()).hasSize(3);
        for (int i = 0; i < 10; i++) {
            source.take(i).ack();
            source.receiver().request(1);
        }

        assertThat(source.payloads()).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void shouldSendOverOneConnectionWithTheSourceOfItsClientId() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("shared/in", "clientId=both"), 10);

        TransportEnds.sent(ends.sender(uri("shared/in", "clientId=both")).send(TransportEnds.message("m1", "to myself")));
        source.take(0).ack();

        assertThat(source.payloads()).containsExactly("to myself");
        assertThat(source.receiver().health().isUp()).isTrue();
    }

    @Test
    void shouldRefuseASecondSourceUnderOneClientId() throws Exception {
        ends.receiveNow(uri("one", "clientId=twice"), 1);

        CompletionStage<Void> second = ends.receive(uri("two", "clientId=twice"), 1).started();

        assertThat(TransportEnds.failure(second).code()).isEqualTo(FailureCode.INVALID_CONFIG);
    }

    @Test
    void shouldLoseNothingWhenItStartsNineTimesIntoAFullSession() throws Exception {
        ends.close(ends.receiveNow(uri("full", "clientId=nine"), 5).receiver());
        sendAll("full", 45);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();

        for (int start = 0; start < 9; start++) {
            TransportEnds.Source source = ends.receiveNow(uri("full", "clientId=nine"), 5);
            source.take(4);
            source.taken().forEach(delivery -> {
                assertThat(delivery.ack()).succeedsWithin(Duration.ZERO);
                acknowledged.add(delivery.envelope().payload().toText());
            });
            ends.close(source.receiver());
        }
        // Artemis sends some of those again that it had sent just before a connection ended.
        TransportEnds.Source rest = ends.receiveNow(uri("full", "clientId=nine"), 100);

        await().untilAsserted(() -> {
            acknowledged.addAll(rest.payloads());
            assertThat(acknowledged).hasSize(45);
        });
    }

    @Test
    void shouldReceiveAgainWhatAStopLeftUnsettled() throws Exception {
        TransportEnds.Source first = ends.receiveNow(uri("left", "clientId=l1"), 2);
        sendAll("left", 2);
        first.take(0).ack();
        await().until(() -> broker.unacknowledged("l1", "left") == 1);
        first.take(1).retry(Duration.ZERO, new IllegalStateException("stopping"));
        ends.close(first.receiver());

        TransportEnds.Source second = ends.receiveNow(uri("left", "clientId=l1"), 2);

        second.take(0).ack();
        assertThat(second.payloads()).containsExactly("1");
    }

    @Test
    void shouldGoOnAfterTheConnectionWasCut() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("cut", "clientId=x1"), 10);
        sendAll("cut", 1);
        Delivery old = source.take(0);

        broker.cut("x1");
        source.take(1);

        assertThat(TransportEnds.failure(old.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(source.take(1).envelope().id()).isEqualTo(old.envelope().id());
        assertThat(source.take(1).ack()).succeedsWithin(Duration.ZERO);
    }

    @Test
    void shouldLoseNothingOverARestartOfTheBroker() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("restart", "clientId=r1"), 100);
        sendAll("restart", 5);
        source.take(4);
        List<String> unsettled = source.payloads().subList(2, 5);
        source.taken().subList(0, 2).forEach(Delivery::ack);
        await().until(() -> broker.unacknowledged("r1", "restart") == 3);

        broker.kill();
        await().until(() -> !source.receiver().health().isUp());
        broker.restart();

        await().atMost(Duration.ofSeconds(60)).until(() -> source.taken().size() >= 8);
        assertThat(source.payloads().subList(5, 8)).containsExactlyInAnyOrderElementsOf(unsettled);
    }

    @Test
    void shouldShowARetainedMessageAsSuchAndOnlyWithANewSubscription() throws Exception {
        TransportEnds.sent(ends.sender(uri("kept", "retained=true")).send(TransportEnds.message("m1", "kept")));

        TransportEnds.Source first = ends.receiveNow(uri("kept", "clientId=k1"), 10);
        first.take(0).ack();
        await().until(() -> broker.unacknowledged("k1", "kept") == 0);
        broker.cut("k1");
        await().until(() -> !first.receiver().health().isUp());
        await().until(() -> first.receiver().health().isUp());
        TransportEnds.sent(ends.sender(uri("kept", "")).send(TransportEnds.message("m2", "live")));
        first.take(1);

        assertThat(first.payloads()).containsExactly("kept", "live");
        assertThat(first.take(0).envelope().headers().get("mqtt.retained")).contains(true);
        assertThat(first.take(1).envelope().headers().contains("mqtt.retained")).isFalse();
    }

    @Test
    void shouldShareASubscription() throws Exception {
        TransportEnds.Source left = ends.receiveNow(uri("$share/group/work", "clientId=s1"), 100);
        TransportEnds.Source right = ends.receiveNow(uri("$share/group/work", "clientId=s2"), 100);
        sendAll("work", 20);

        await().until(() -> left.taken().size() + right.taken().size() == 20);
        left.taken().forEach(Delivery::ack);
        right.taken().forEach(Delivery::ack);

        Set<String> all = IntStream.range(0, 20).mapToObj(String::valueOf).collect(Collectors.toSet());
        List<String> both = new ArrayList<>(left.payloads());
        both.addAll(right.payloads());
        assertThat(both).hasSize(20).containsAll(all);
    }

    /** Case 113. */
    @Test
    void shouldHandOverAgainWhatTheBrokerWouldNot() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("fleeting", "clientId=q0&qos=0"), 10);
        sendAll("fleeting", 1);
        Delivery delivery = source.take(0);

        delivery.retry(Duration.ofMillis(50), new IllegalStateException("later"));

        assertThat(delivery.capabilities().redelivers()).isFalse();
        assertThat(source.take(1).envelope().id()).isEqualTo(delivery.envelope().id());
        assertThat(source.take(1).ack()).succeedsWithin(Duration.ZERO);
    }

    @Test
    void shouldSendWithoutAnAnswerWhenTheUserWantsThat() throws Exception {
        TransportEnds.Source source = ends.receiveNow(uri("fast", "clientId=f1"), 10);

        TransportEnds.sent(ends.sender(uri("fast", "qos=0")).send(TransportEnds.message("m1", "x")));

        assertThat(source.take(0).envelope().id()).isEqualTo("m1");
    }

    @Test
    void shouldSpeakTls() throws Exception {
        ends.bind("trusting", broker.socketFactory());
        String options = "brokerUrl=" + broker.tlsUrl() + "&socketFactory=#trusting&clientId=";
        TransportEnds.Source source = ends.receiveNow("paho-mqtt5:tls?" + options + "t1", 10);

        TransportEnds.sent(ends.sender("paho-mqtt5:tls?" + options + "t2").send(TransportEnds.message("m1", "secret")));

        assertThat(source.take(0).ack()).succeedsWithin(Duration.ZERO);
    }

    @Test
    void shouldNotTrustJustAnybody() {
        TransportEnds.Source source = ends.receive("paho-mqtt5:tls?clientId=t3&brokerUrl=" + broker.tlsUrl(), 10);

        assertThat(source.started()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(source.receiver().health().detail()).contains("SSLHandshakeException");
    }

    @Test
    void shouldSpeakWebSocket() throws Exception {
        String options = "brokerUrl=" + broker.webSocketUrl() + "&clientId=";
        TransportEnds.Source source = ends.receiveNow("paho-mqtt5:web?" + options + "ws1", 10);

        TransportEnds
                .sent(ends.sender("paho-mqtt5:web?" + options + "ws2").send(TransportEnds.message("m1", "x".repeat(70_000))));

        assertThat(source.take(0).envelope().payload().size()).isEqualTo(70_000);
        assertThat(source.take(0).ack()).succeedsWithin(Duration.ZERO);
    }

    private void sendAll(String topic, int count) throws Exception {
        Sender sender = ends.sender(uri(topic, ""));
        for (CompletionStage<Void> sent : IntStream.range(0, count)
                .mapToObj(i -> sender.send(TransportEnds.message("m" + i, String.valueOf(i)))).toList()) {
            TransportEnds.sent(sent);
        }
    }

    private static String uri(String topic, String options) {
        return "paho-mqtt5:" + topic + "?brokerUrl=" + broker.brokerUrl() + (options.isEmpty() ? "" : "&" + options);
    }
}
