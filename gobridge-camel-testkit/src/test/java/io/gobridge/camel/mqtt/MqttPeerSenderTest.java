package io.gobridge.camel.mqtt;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Sending to a peer that does what brokers rarely do. */
class MqttPeerSenderTest {

    private final MqttPeer peer = MqttPeer.listen();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        ends.close();
    }

    /** Case 115. */
    @Test
    void shouldBlameTheMessageForAForbiddenAddressAndTheTargetForItsOwn() {
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> addressed
                = unit.send(new OutboundMessage(TransportEnds.message("m1", "x").envelope(), "secret"));
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));
        connection.send(MqttPacket.puback(connection.expect(MqttPacket.Type.PUBLISH).packetId(), 0x87));
        CompletionStage<Void> own = unit.send(TransportEnds.message("m2", "x"));
        connection.send(MqttPacket.puback(connection.expect(MqttPacket.Type.PUBLISH).packetId(), 0x87));

        assertThat(TransportEnds.failure(addressed).code()).isEqualTo(FailureCode.FORBIDDEN);
        assertThat(TransportEnds.failure(addressed).scope()).isEqualTo(FailureScope.MESSAGE);
        assertThat(TransportEnds.failure(own).code()).isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(TransportEnds.failure(own).scope()).isEqualTo(FailureScope.TARGET);
    }

    @Test
    void shouldKeepNoMoreUnderWayThanTheBrokerTakes() throws Exception {
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> first = unit.send(TransportEnds.message("m1", "1"));
        CompletionStage<Void> second = unit.send(TransportEnds.message("m2", "2"));
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0, 0x21, 0, 1));

        int packetId = connection.expect(MqttPacket.Type.PUBLISH).packetId();
        connection.expectSilence(Duration.ofMillis(100));
        connection.send(MqttPacket.puback(packetId, 0));
        connection.send(MqttPacket.puback(connection.expect(MqttPacket.Type.PUBLISH).packetId(), 0x10));

        TransportEnds.sent(first);
        TransportEnds.sent(second);
    }

    @Test
    void shouldPublishInOrder() {
        Sender unit = ends.sender(target(""));
        unit.send(TransportEnds.message("m0", "<0>"));
        MqttPeerConnection connection = peer.accept();

        connection.send(MqttPacket.connack(false, 0));
        for (int i = 1; i < 200; i++) {
            unit.send(TransportEnds.message("m" + i, "<" + i + ">"));
        }

        for (int i = 0; i < 200; i++) {
            assertThat(connection.expect(MqttPacket.Type.PUBLISH).text()).endsWith("<" + i + ">");
        }
    }

    @Test
    void shouldNotSendWhatTheBrokerWouldNotTake() {
        Sender unit = ends.sender(target("&retained=true"));
        CompletionStage<Void> retained = unit.send(TransportEnds.message("m1", "x"));
        MqttPeerConnection connection = peer.accept();
        // Retain not available; Maximum Packet Size 100.
        connection.send(MqttPacket.connack(false, 0, 0x25, 0, 0x27, 0, 0, 0, 100));
        Sender plain = ends.sender(target(""));

        assertThat(TransportEnds.failure(retained).code()).isEqualTo(FailureCode.NOT_SUPPORTED);
        assertThat(TransportEnds.failure(plain.send(TransportEnds.message("m2", "x".repeat(100)))).code())
                .isIn(FailureCode.PAYLOAD_TOO_LARGE, FailureCode.NOT_SUPPORTED);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 10 })
    void shouldSendUpToTheSizeThatTheBrokerTakesAndNoByteMore(int topicAliases) throws Exception {
        int limit = 300;
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> any = unit.send(TransportEnds.message("m0", "x".repeat(150)));
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0, 0x22, 0, topicAliases, 0x27, 0, 0, limit >> 8, limit & 0xFF));
        MqttPacket first = connection.expect(MqttPacket.Type.PUBLISH);
        connection.send(MqttPacket.puback(first.packetId(), 0));
        TransportEnds.sent(any);
        int fits = 150 + limit - first.toBytes().length;

        CompletionStage<Void> tooMuch = unit.send(TransportEnds.message("m1", "x".repeat(fits + 1)));
        CompletionStage<Void> justEnough = unit.send(TransportEnds.message("m2", "x".repeat(fits)));
        MqttPacket second = connection.expect(MqttPacket.Type.PUBLISH);
        connection.send(MqttPacket.puback(second.packetId(), 0));

        assertThat(TransportEnds.failure(tooMuch).code()).isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
        TransportEnds.sent(justEnough);
        assertThat(second.text()).contains("m2");
    }

    @Test
    void shouldFailWhatHasNoAnswerWhenTheConnectionBreaks() {
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> unanswered = unit.send(TransportEnds.message("m1", "x"));
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));
        connection.expect(MqttPacket.Type.PUBLISH);

        connection.close();

        BridgeException failure = TransportEnds.failure(unanswered);
        assertThat(failure.code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(TransportEnds.failure(unit.send(TransportEnds.message("m2", "x"))).code())
                .isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(unit.health().isUp()).isFalse();
    }

    @Test
    void shouldCompleteACancelledSendAndKeepItsPlaceUntilItIsAnswered() {
        Sender unit = ends.sender(target(""));
        OutboundMessage slow = TransportEnds.message("m1", "x");
        CompletionStage<Void> cancelled = unit.send(slow);
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0, 0x21, 0, 1));
        MqttPacket publish = connection.expect(MqttPacket.Type.PUBLISH);

        unit.cancel(slow);
        CompletionStage<Void> next = unit.send(TransportEnds.message("m2", "y"));

        assertThat(TransportEnds.failure(cancelled).code()).isEqualTo(FailureCode.TIMEOUT);
        connection.expectSilence(Duration.ofMillis(100));
        connection.send(MqttPacket.puback(publish.packetId(), 0));
        connection.send(MqttPacket.puback(connection.expect(MqttPacket.Type.PUBLISH).packetId(), 0));
        await().until(() -> next.toCompletableFuture().isDone());
    }

    @Test
    void shouldConnectAnewWhenTheAnswersToAllThatMayWaitAreLost() throws Exception {
        Sender unit = ends.sender(target(""));
        OutboundMessage dropped = TransportEnds.message("m1", "x");
        CompletionStage<Void> first = unit.send(dropped);
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0, 0x21, 0, 1));
        connection.expect(MqttPacket.Type.PUBLISH);
        OutboundMessage behind = TransportEnds.message("m2", "y");
        CompletionStage<Void> second = unit.send(behind);

        unit.cancel(dropped);
        unit.cancel(behind);

        connection.expectEnd();
        assertThat(TransportEnds.failure(first).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(TransportEnds.failure(second).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(unit.health().detail()).contains("answered none");
        MqttPeerConnection next = peer.accept();
        next.send(MqttPacket.connack(false, 0, 0x21, 0, 1));
        await().until(() -> unit.health().isUp());
        CompletionStage<Void> third = unit.send(TransportEnds.message("m3", "z"));
        next.send(MqttPacket.puback(next.expect(MqttPacket.Type.PUBLISH).packetId(), 0));
        TransportEnds.sent(third);
    }

    @Test
    void shouldLeaveAPeerThatTakesNoMessageAtAll() {
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> waiting = unit.send(TransportEnds.message("m1", "x"));

        peer.accept().send(MqttPacket.connack(false, 0, 0x21, 0, 0));

        assertThat(TransportEnds.failure(waiting).code()).isEqualTo(FailureCode.PROTOCOL_ERROR);
        assertThat(TransportEnds.failure(waiting).scope()).isEqualTo(FailureScope.TARGET);
        assertThat(unit.health().detail()).contains("Receive Maximum is 0");
    }

    @Test
    void shouldIgnoreAnswersToNothing() throws Exception {
        Sender unit = ends.sender(target(""));
        CompletionStage<Void> first = unit.send(TransportEnds.message("m1", "x"));
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));
        int packetId = connection.expect(MqttPacket.Type.PUBLISH).packetId();

        connection.send(MqttPacket.puback(4711, 0), MqttPacket.puback(4712, 0x87), MqttPacket.pingresp(),
                MqttPacket.puback(packetId, 0), MqttPacket.puback(packetId, 0x97));

        TransportEnds.sent(first);
        CompletionStage<Void> second = unit.send(TransportEnds.message("m2", "x"));
        connection.send(MqttPacket.puback(connection.expect(MqttPacket.Type.PUBLISH).packetId(), 0));
        TransportEnds.sent(second);
    }

    /** F63. */
    @Test
    void shouldLeaveAPeerThatStopsReading() {
        Sender unit = ends.sender(target("&keepAliveInterval=1"));
        CompletionStage<Void> first = unit.send(TransportEnds.message("m", "x"));
        peer.accept().send(MqttPacket.connack(false, 0));

        List<CompletionStage<Void>> sends = IntStream.range(0, 200)
                .mapToObj(i -> unit.send(TransportEnds.message("m" + i, "x".repeat(100_000)))).toList();

        await().until(() -> !unit.health().isUp());
        assertThat(TransportEnds.failure(first).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        assertThat(sends).allSatisfy(
                send -> assertThat(TransportEnds.failure(send).code()).isEqualTo(FailureCode.CONNECTION_LOST));
    }

    private String target(String options) {
        return "paho-mqtt5:t/a?clientId=c2&brokerUrl=" + peer.brokerUrl() + options;
    }
}
