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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport against a peer that does what brokers rarely do. */
class MqttPeerTest {

    private static final int NEW = 0;

    private final MqttPeer peer = MqttPeer.listen();
    private final MqttEnds ends = new MqttEnds();

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        ends.close();
    }

    /** F13. */
    @Test
    void shouldHandOverWhatComesRightBehindTheConnack() {
        MqttEnds.Source source = ends.receive(source(""), 10);
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
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(7, "t/a", "hello"));
        Delivery delivery = source.take(0);

        connection.expectSilence(Duration.ofMillis(200));
        delivery.ack();

        MqttPacket puback = connection.expect(MqttPacket.Type.PUBACK);
        assertThat(puback.packetId()).isEqualTo(7);
        assertThat(puback.reason()).isZero();
    }

    /** F65. */
    @Test
    void shouldSubscribeAgainWhenTheBrokerRefusesAndSaySoMeanwhile() {
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));

        connection.answerSubscribe(0x87);
        await().until(() -> source.receiver().health().detail().contains("0x87"));
        assertThat(source.receiver().health().isUp()).isFalse();
        connection.answerSubscribe(1);

        await().until(() -> source.receiver().health().isUp());
    }

    /** F65. */
    @Test
    void shouldSubscribeAgainWhenTheBrokerRefusesAfterAReconnect() {
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection first = subscribed(false);
        await().until(() -> source.receiver().health().isUp());
        first.close();
        MqttPeerConnection second = peer.accept();
        second.send(MqttPacket.connack(false, 0));

        second.answerSubscribe(0x87);
        await().until(() -> source.receiver().health().detail().contains("0x87"));
        second.answerSubscribe(1);
        second.send(MqttPacket.publish(1, "t/a", "flows again"));

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("flows again"));
        await().until(() -> source.receiver().health().isUp());
    }

    @Test
    void shouldSayWithWhichReasonTheBrokerRefused() {
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));

        connection.answerSubscribe(0x97);

        await().until(() -> source.receiver().health().detail().contains("0x97"));
        connection.answerSubscribe(1);
        await().until(() -> source.receiver().health().isUp());
    }

    /** F63. */
    @Test
    void shouldLeaveAPeerThatAnswersNothingAnyMore() {
        MqttEnds.Source source = ends.receive(source("&keepAliveInterval=1"), 10);
        MqttPeerConnection deaf = subscribed(false);
        await().until(() -> source.receiver().health().isUp());

        deaf.expect(MqttPacket.Type.PINGREQ);

        await().until(() -> !source.receiver().health().isUp());
        subscribed(false).send(MqttPacket.publish(1, "t/a", "flows again"));
        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("flows again"));
    }

    @Test
    void shouldGiveUpAConnectThatNobodyAnswers() {
        MqttEnds.Source source = ends.receive(source("&connectionTimeout=1"), 10);

        peer.accept();

        await().until(() -> source.receiver().health().detail().contains("no CONNACK"));
        subscribed(false);
        await().until(() -> source.receiver().health().isUp());
    }

    /** Case 109. */
    @Test
    void shouldTellTwoEqualMessagesWithoutIdsApart() {
        MqttEnds.Source source = ends.receive(source(""), 10);

        subscribed(false).send(MqttPacket.publish(1, "t/a", "same"), MqttPacket.publish(2, "t/a", "same"));

        assertThat(source.take(0).envelope().id()).isNotEqualTo(source.take(1).envelope().id());
    }

    @Test
    void shouldHandOverOnceWhatIsSentTwiceUnderOnePacketId() {
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPacket message = MqttPacket.publish(1, "t/a", "once");

        subscribed(false).send(message, message.duplicate(), MqttPacket.publish(2, "t/a", "next"));

        source.take(1);
        assertThat(source.payloads()).containsExactly("once", "next");
    }

    @Test
    void shouldLoseNothingToAPeerThatMixesUpPacketIds() {
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection confused = subscribed(false);

        confused.send(MqttPacket.publish(1, "t/a", "one"), MqttPacket.publish(1, "t/a", "other"));
        confused.expectEnd();
        subscribed(true).send(MqttPacket.publish(1, "t/a", "one"), MqttPacket.publish(2, "t/a", "other"));

        await().untilAsserted(() -> assertThat(source.payloads()).containsExactly("one", "one", "other"));
    }

    @Test
    void shouldLeaveToTheBrokerWhatItSendsFarAhead() {
        MqttEnds.Source source = ends.receive(source(""), 1);
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
        MqttEnds.Source source = ends.receive(source(""), 10);
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
        MqttEnds.Source source = ends.receive(source(""), 10);

        subscribed(false).send(MqttPacket.publish(1, "t/a", "x", Map.of("key", "control \u0001 and \uFFFE")));

        assertThat(source.take(0).envelope().headers().text("key")).contains("control \u0001 and \uFFFE");
    }

    @Test
    void shouldAcknowledgeInTwoStepsWhatComesWithQualityOfService2() {
        MqttEnds.Source source = ends.receive(source(""), 10);
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
        MqttEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection first = subscribed(false);
        first.send(MqttPacket.publish(1, "t/a", "old"));
        Delivery old = source.take(0);
        first.close();
        MqttPeerConnection second = subscribed(true);

        BridgeException lost = MqttEnds.failure(old.ack());
        second.send(MqttPacket.publish(1, "t/a", "old"));
        source.take(1).ack();

        assertThat(lost.code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(second.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
        second.expectSilence(Duration.ofMillis(100));
    }

    @Test
    void shouldKeepWhatOnlyItHasWhenTheBrokerForgotTheSession() {
        MqttEnds.Source source = ends.receive(source(""), 1);
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
        MqttEnds.Source source = ends.receive(source("&qos=0"), 1);
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
        MqttEnds.Source source = ends.receive(source(""), 1);
        subscribed(false);
        await().until(() -> source.receiver().health().isUp());
        Sender sender = ends.sender(source("").replace("clientId=c1", "clientId=c2"));
        sender.send(MqttEnds.message("m1", "x"));
        peer.accept().send(MqttPacket.connack(false, NEW));
        await().until(() -> sender.health().isUp());
        ends.forget(source.receiver(), sender);

        ends.refuseWork();

        for (int i = 0; i < 2; i++) {
            assertThat(MqttEnds.failure(source.receiver().close()).code()).isEqualTo(FailureCode.CONNECTION_LOST);
            assertThat(MqttEnds.failure(sender.close()).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        }
    }

    @Test
    void shouldHandOverAgainWhatWasGivenBack() {
        MqttEnds.Source source = ends.receive(source(""), 1);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(1, "t/a", "again"));
        Delivery delivery = source.take(0);

        delivery.retry(Duration.ZERO, new IllegalStateException("not now"));
        source.receiver().request(1);
        source.take(1).ack();

        assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
        assertThat(MqttEnds.failure(delivery.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
    }

    @Test
    void shouldNotHandOverMoreThanIsDemanded() {
        MqttEnds.Source source = ends.receive(source(""), 2);
        MqttPeerConnection connection = subscribed(false);
        connection.send(MqttPacket.publish(1, "t/a", "1"), MqttPacket.publish(2, "t/a", "2"),
                MqttPacket.publish(3, "t/a", "3"));
        source.take(1).ack();
        connection.expect(MqttPacket.Type.PUBACK);
        assertThat(source.taken()).hasSize(2);

        source.receiver().request(1);

        assertThat(source.take(2).envelope().payload()).isEqualTo(Payload.ofText("3"));
    }

    @Test
    void shouldSayWhoseFaultARefusedConnectIs() {
        MqttEnds.Source source = ends.receive(source(""), 1);

        peer.accept().send(MqttPacket.connack(false, 0x86));

        await().until(() -> source.receiver().health().detail().contains("0x86"));
        assertThat(source.started().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void shouldStartWhereverInTheHandshakeItsConnectionBreaks() {
        MqttEnds.Source source = ends.receive(source(""), 1);

        peer.accept().close();
        MqttPeerConnection beforeSubscribe = peer.accept();
        beforeSubscribe.send(MqttPacket.connack(false, 0));
        beforeSubscribe.close();
        MqttPeerConnection beforeSuback = peer.accept();
        beforeSuback.send(MqttPacket.connack(true, 0));
        beforeSuback.expect(MqttPacket.Type.SUBSCRIBE);
        beforeSuback.close();
        subscribed(true).send(MqttPacket.publish(1, "t/a", "at last"));

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("at last"));
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
