package io.gobridge.camel.mqtt;

import java.time.Duration;

import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Connecting and subscribing to a peer that refuses, falls silent or goes away. */
class MqttPeerConnectTest {

    private static final int NEW = 0;

    private final MqttPeer peer = MqttPeer.listen();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        ends.close();
    }

    /** F65. */
    @Test
    void shouldSubscribeAgainWhenTheBrokerRefusesAndSaySoMeanwhile() {
        TransportEnds.Source source = ends.receive(source(""), 10);
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
        TransportEnds.Source source = ends.receive(source(""), 10);
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
        TransportEnds.Source source = ends.receive(source(""), 10);
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
        TransportEnds.Source source = ends.receive(source("&keepAliveInterval=1"), 10);
        MqttPeerConnection deaf = subscribed(false);
        await().until(() -> source.receiver().health().isUp());

        deaf.expect(MqttPacket.Type.PINGREQ);

        await().until(() -> !source.receiver().health().isUp());
        subscribed(false).send(MqttPacket.publish(1, "t/a", "flows again"));
        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("flows again"));
    }

    @Test
    void shouldGiveUpAConnectThatNobodyAnswers() {
        TransportEnds.Source source = ends.receive(source("&connectionTimeout=1"), 10);

        peer.accept();

        await().until(() -> source.receiver().health().detail().contains("no CONNACK"));
        subscribed(false);
        await().until(() -> source.receiver().health().isUp());
    }

    @Test
    void shouldSayWhoseFaultARefusedConnectIs() {
        TransportEnds.Source source = ends.receive(source(""), 1);

        peer.accept().send(MqttPacket.connack(false, 0x86));

        await().until(() -> source.receiver().health().detail().contains("0x86"));
        assertThat(source.started().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void shouldStartWhereverInTheHandshakeItsConnectionBreaks() {
        TransportEnds.Source source = ends.receive(source(""), 1);

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
