package io.gobridge.camel.mqtt;

import java.time.Duration;
import java.util.Map;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport against a peer that does what brokers rarely do. */
class MqttPeerTest {

    private static final int NEW = 0;

    private final MqttPeer peer = MqttPeer.listen();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        ends.close();
    }

    /** F13. */
    @Test
    void shouldHandOverWhatComesRightBehindTheConnack() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = peer.accept();

        connection.send(MqttPacket.connack(true, 0), MqttPacket.publish(1, "t/a", "first"),
                MqttPacket.publish(2, "t/a", "second"));
        connection.answerSubscribe(1);

        source.take(1);
        assertThat(source.payloads()).containsExactly("first", "second");
    }

    /** F14. */
    @Test
    void shouldAcknowledgeNothingBeforeItsDeliveryIs() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(7, "t/a", "hello"));
        Delivery delivery = source.take(0);

        connection.expectSilence(Duration.ofMillis(200));
        delivery.ack();

        MqttPacket puback = connection.expect(MqttPacket.Type.PUBACK);
        assertThat(puback.packetId()).isEqualTo(7);
        assertThat(puback.reason()).isZero();
    }

    /** Case 109. */
    @Test
    void shouldTellTwoEqualMessagesWithoutIdsApart() {
        TransportEnds.Source source = ends.receive(source(""), 10);

        subscribed(false).send(MqttPacket.publish(1, "t/a", "same"), MqttPacket.publish(2, "t/a", "same"));

        assertThat(source.take(0).envelope().id()).isNotEqualTo(source.take(1).envelope().id());
    }

    @Test
    void shouldHandOverOnceWhatIsSentTwiceUnderOnePacketId() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPacket message = MqttPacket.publish(1, "t/a", "once");

        subscribed(false).send(message, message.duplicate(), MqttPacket.publish(2, "t/a", "next"));

        source.take(1);
        assertThat(source.payloads()).containsExactly("once", "next");
    }

    @Test
    void shouldLoseNothingToAPeerThatMixesUpPacketIds() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection confused = subscribed(false);

        confused.send(MqttPacket.publish(1, "t/a", "one"), MqttPacket.publish(1, "t/a", "other"));
        confused.expectEnd();
        subscribed(true).send(MqttPacket.publish(1, "t/a", "one"), MqttPacket.publish(2, "t/a", "other"));

        await().untilAsserted(() -> assertThat(source.payloads()).containsExactly("one", "one", "other"));
    }

    @Test
    void shouldLeaveToTheBrokerWhatItSendsFarAhead() {
        TransportEnds.Source source = ends.receive(source(""), 1);
        MqttPeerConnection connection = subscribed(false);
        for (int id = 1; id <= 1002; id++) {
            connection.send(MqttPacket.publish(id, "t/a", "m" + id));
        }

        connection.send(MqttPacket.publishOnce("t/a", "behind them"));
        source.receiver().request(1001);
        assertThat(source.take(1000).envelope().payload()).isEqualTo(Payload.ofText("behind them"));

        for (int i = 0; i < 1000; i++) {
            source.take(i).ack();
            connection.expect(MqttPacket.Type.PUBACK);
        }
        subscribed(true).send(MqttPacket.publish(1, "t/a", "m1001"), MqttPacket.publish(2, "t/a", "m1002"));

        assertThat(source.take(1001).envelope().payload()).isEqualTo(Payload.ofText("m1001"));
    }

    @Test
    void shouldGoOnAfterPacketsThatNobodyCanDecode() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection nulls = subscribed(false);
        nulls.send(MqttPacket.publish(1, "t/a", "x", Map.of("key", "null \0 character")));

        assertThat(nulls.expect(MqttPacket.Type.DISCONNECT).reason()).isEqualTo(0x81);
        MqttPeerConnection shortened = subscribed(true);
        shortened.sendRaw(new byte[] { 0x32, 5, 0, 9, 't', '/', 'a' });
        assertThat(shortened.expect(MqttPacket.Type.DISCONNECT).reason()).isEqualTo(0x81);
        subscribed(true).send(MqttPacket.publish(1, "t/a", "fine"));

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("fine"));
    }

    @Test
    void shouldTakeCharactersThatMqttOnlyAdvisesAgainst() {
        TransportEnds.Source source = ends.receive(source(""), 10);

        subscribed(false).send(MqttPacket.publish(1, "t/a", "x", Map.of("key", "control \u0001 and \uFFFE")));

        assertThat(source.take(0).envelope().headers().text("key")).contains("control \u0001 and \uFFFE");
    }

    @Test
    void shouldAcknowledgeInTwoStepsWhatComesWithQualityOfService2() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = subscribed(false);

        connection.send(MqttPacket.publish(1, "t/a", "left by an earlier client").exactlyOnce());
        source.take(0).ack();
        assertThat(connection.expect(MqttPacket.Type.PUBREC).packetId()).isEqualTo(1);
        connection.send(MqttPacket.pubrel(1));
        assertThat(connection.expect(MqttPacket.Type.PUBCOMP).packetId()).isEqualTo(1);
        connection.send(MqttPacket.publish(1, "t/a", "next"));
        source.take(1).ack();

        assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
    }

    @Test
    void shouldNotAcknowledgeOnAnotherConnectionThanTheMessageCameOn() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection first = subscribed(false);
        first.send(MqttPacket.publish(1, "t/a", "old"));
        Delivery old = source.take(0);
        first.close();
        MqttPeerConnection second = subscribed(true);

        BridgeException lost = TransportEnds.failure(old.ack());
        second.send(MqttPacket.publish(1, "t/a", "old"));
        source.take(1).ack();

        assertThat(lost.code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(second.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
        second.expectSilence(Duration.ofMillis(100));
    }

    @Test
    void shouldKeepWhatOnlyItHasWhenTheBrokerForgotTheSession() {
        TransportEnds.Source source = ends.receive(source(""), 1);
        MqttPeerConnection first = subscribed(false);
        first.send(MqttPacket.publish(1, "t/a", "running"), MqttPacket.publish(2, "t/a", "waiting"));
        Delivery running = source.take(0);
        first.close();
        await().until(() -> !source.receiver().health().isUp());
        subscribed(false);
        await().until(() -> source.receiver().health().isUp());

        assertThat(running.capabilities().redelivers()).isFalse();
        assertThat(running.ack()).succeedsWithin(Duration.ZERO);
        source.receiver().request(1);

        assertThat(source.take(1).envelope().payload()).isEqualTo(Payload.ofText("waiting"));
        assertThat(source.take(1).ack()).succeedsWithin(Duration.ZERO);
        assertThat(source.receiver().figures()).containsEntry("sessionsLost", 1L);
    }

    @Test
    void shouldCountWhatItHasNoRoomForAndNobodySendsAgain() {
        TransportEnds.Source source = ends.receive(source("&qos=0"), 1);
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, NEW));
        connection.answerSubscribe(0);

        for (int i = 0; i < 1 + 1000 + 3; i++) {
            connection.send(MqttPacket.publishOnce("t/a", "m" + i));
        }

        await().until(() -> source.receiver().figures().get("qos0Dropped") == 3);
        source.receiver().request(2000);
        assertThat(source.take(1000).envelope().payload()).isEqualTo(Payload.ofText("m1000"));
        assertThat(source.taken()).hasSize(1001);
    }

    /** Case 120. */
    @Test
    void shouldReportAFailedCloseToAllWhoClose() {
        TransportEnds.Source source = ends.receive(source(""), 1);
        subscribed(false);
        await().until(() -> source.receiver().health().isUp());
        Sender sender = ends.sender(source("").replace("clientId=c1", "clientId=c2"));
        sender.send(TransportEnds.message("m1", "x"));
        peer.accept().send(MqttPacket.connack(false, NEW));
        await().until(() -> sender.health().isUp());
        ends.forget(source.receiver(), sender);

        ends.refuseWork();

        for (int i = 0; i < 2; i++) {
            assertThat(TransportEnds.failure(source.receiver().close()).code()).isEqualTo(FailureCode.CONNECTION_LOST);
            assertThat(TransportEnds.failure(sender.close()).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        }
    }

    @Test
    void shouldHandOverAgainWhatWasGivenBack() {
        TransportEnds.Source source = ends.receive(source(""), 1);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(1, "t/a", "again"));
        Delivery delivery = source.take(0);

        delivery.retry(Duration.ZERO, new IllegalStateException("not now"));
        source.receiver().request(1);
        source.take(1).ack();

        assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
        assertThat(TransportEnds.failure(delivery.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
    }

    @Test
    void shouldNotHandOverMoreThanIsDemanded() {
        TransportEnds.Source source = ends.receive(source(""), 2);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(1, "t/a", "1"), MqttPacket.publish(2, "t/a", "2"),
                MqttPacket.publish(3, "t/a", "3"));
        source.take(1).ack();
        connection.expect(MqttPacket.Type.PUBACK);
        assertThat(source.taken()).hasSize(2);

        source.receiver().request(1);

        assertThat(source.take(2).envelope().payload()).isEqualTo(Payload.ofText("3"));
    }

    private MqttPeerConnection subscribed(boolean sessionPresent) {
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(sessionPresent, NEW));
        connection.answerSubscribe(1);
        return connection;
    }

    private String source(String options) {
        return "paho-mqtt5:t/a?clientId=c1&brokerUrl=" + peer.brokerUrl() + options;
    }
}
