package io.gobridge.camel.mqtt;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Receiving from a peer that is slow in the wrong places, wants other things or sends what few brokers do. */
class MqttStrangePeerTest {

    private static final Duration LONGER_THAN_A_READ_OF_PAHO = Duration.ofMillis(1_500);

    private final MqttPeer peer = MqttPeer.listen();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        ends.close();
    }

    @Test
    void shouldTakeAPacketWhoseBytesComeSecondsApart() {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection connection = subscribed(false);
        byte[] packet = MqttPacket.publish(1, "t/a", "x".repeat(300)).toBytes();

        connection.sendRaw(Arrays.copyOf(packet, 1));
        connection.expectSilence(LONGER_THAN_A_READ_OF_PAHO);
        connection.sendRaw(Arrays.copyOfRange(packet, 1, 2));
        connection.expectSilence(LONGER_THAN_A_READ_OF_PAHO);
        connection.sendRaw(Arrays.copyOfRange(packet, 2, packet.length));
        source.take(0).ack();

        assertThat(source.payloads()).containsExactly("x".repeat(300));
        assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
    }

    @Test
    void shouldTryTheNextBrokerWhenOneIsNotThere() {
        ends.receive(source("&serverURIs=tcp://127.0.0.1:1," + peer.brokerUrl()), 10);

        subscribed(false);
    }

    @Test
    void shouldTryAnotherBrokerFirstWhenOneRefuses() {
        try (MqttPeer other = MqttPeer.listen()) {
            ends.receive(source("&serverURIs=" + peer.brokerUrl() + "," + other.brokerUrl()), 10);
            peer.accept().send(MqttPacket.connack(false, 0x88));

            MqttPeerConnection connection = other.accept();
            connection.send(MqttPacket.connack(false, 0));

            connection.answerSubscribe(1);
        }
    }

    @Test
    void shouldPingAsOftenAsTheBrokerWants() {
        ends.receive(source("&keepAliveInterval=60"), 10);
        MqttPeerConnection connection = peer.accept();

        // Server Keep Alive of 1 s.
        connection.send(MqttPacket.connack(false, 0, 0x13, 0, 1));
        connection.answerSubscribe(1);

        for (int i = 0; i < 3; i++) {
            connection.expect(MqttPacket.Type.PINGREQ);
            connection.send(MqttPacket.pingresp());
        }
    }

    @Test
    void shouldConnectAnewWhenTheSubscriptionGetsNoAnswer() {
        TransportEnds.Source source = ends.receive(source("&connectionTimeout=1"), 10);
        MqttPeerConnection silent = peer.accept();
        silent.send(MqttPacket.connack(false, 0));
        silent.expect(MqttPacket.Type.SUBSCRIBE);

        await().until(() -> source.receiver().health().detail().contains("no SUBACK within 1 s"));
        assertThat(source.started().toCompletableFuture()).isCompleted();
        subscribed(true).send(MqttPacket.publish(1, "t/a", "at last"));

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("at last"));
        await().until(() -> source.receiver().health().isUp());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0x00, 0x8B, 0x8E, 0x98, 0x9C })
    void shouldSayWithWhichReasonTheBrokerEndedTheConnection(int reason) {
        TransportEnds.Source source = ends.receive(source(""), 10);
        MqttPeerConnection first = subscribed(false);
        await().until(() -> source.receiver().health().isUp());

        first.send(MqttPacket.disconnect(reason));

        await().until(() -> source.receiver().health().detail().contains(String.format("reason 0x%02X", reason)));
        subscribed(true).send(MqttPacket.publish(1, "t/a", "goes on"));
        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("goes on"));
    }

    @Test
    void shouldTakeTheIdsOfSubscriptionsWithAMessage() {
        TransportEnds.Source source = ends.receive(source(""), 10);

        // Packet id 1, Subscription Identifiers 5 and 133.
        subscribed(false).sendRaw(
                new byte[] { 0x32, 14, 0, 3, 't', '/', 'a', 0, 1, 5, 0x0B, 5, 0x0B, (byte) 0x85, 1, 'x' });

        assertThat(source.take(0).envelope().payload()).isEqualTo(Payload.ofText("x"));
        assertThat(source.take(0).defect()).isEmpty();
    }

    @Test
    void shouldTakeAThousandUserPropertiesAndOneWithoutNameAndValue() {
        Map<String, String> properties = new LinkedHashMap<>();
        IntStream.range(0, 1000).forEach(i -> properties.put("p" + i, "v" + i));
        properties.put("", "");
        properties.put("empty", "");
        TransportEnds.Source source = ends.receive(source(""), 10);

        subscribed(false).send(MqttPacket.publish(1, "t/a", "x", properties));

        assertThat(source.take(0).envelope().headers().text("p999")).contains("v999");
        assertThat(source.take(0).envelope().headers().text("empty")).contains("");
        assertThat(source.take(0).envelope().headers().text("mqtt.unnamed")).contains("");
    }

    private MqttPeerConnection subscribed(boolean sessionPresent) {
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(sessionPresent, 0));
        connection.answerSubscribe(1);
        return connection;
    }

    private String source(String options) {
        return "paho-mqtt5:t/a?clientId=c1&brokerUrl=" + peer.brokerUrl() + options;
    }
}
