package io.gobridge.camel.mqtt;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import org.apache.camel.health.HealthCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What becomes of a message whose route fails, and of its acknowledgement, packet by packet. */
class MqttRouteTest {

    private final MqttPeer peer = MqttPeer.listen();
    private final CompletableFuture<Void> deadLetterWritten = new CompletableFuture<>();
    private final MqttBridge bridge = new MqttBridge();
    private final MqttBridge slowStore = new MqttBridge(entry -> deadLetterWritten);

    @AfterEach
    void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        bridge.close();
        slowStore.close();
    }

    /** F14. */
    @Test
    void shouldAcknowledgeAFailedMessageWhenItsDeadLetterIsWrittenAndNotBefore() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        MqttPeerConnection connection = subscribed(() -> slowStore.receive("in", "t", source(), exchange -> {
            runs.incrementAndGet();
            throw rejected();
        }), 1);
        connection.send(MqttPacket.publish(7, "t", "bad"));
        await().until(() -> runs.get() == 1);

        connection.expectSilence(Duration.ofMillis(300));
        deadLetterWritten.complete(null);

        assertThat(connection.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(7);
    }

    /** F45. */
    @Test
    void shouldDrainAThousandPermanentErrorsToTheDeadLetters() throws Exception {
        CompletableFuture<GoBridgeConsumer> consumer = new CompletableFuture<>();
        MqttPeerConnection connection = subscribed(() -> consumer.complete(
                bridge.receive("in", "t", source() + "&maxInFlight=10", exchange -> {
                    throw rejected();
                })), 1);

        for (int id = 1; id <= 1000; id++) {
            connection.send(MqttPacket.publish(id, "t", "bad-" + id));
        }

        for (int id = 1; id <= 1000; id++) {
            connection.expect(MqttPacket.Type.PUBACK);
        }
        List<String> bad = IntStream.rangeClosed(1, 1000).mapToObj(id -> "bad-" + id).toList();
        assertThat(bridge.deadLetters().entries()).extracting(entry -> entry.envelope().payload().toText())
                .containsExactlyElementsOf(bad);
        await().until(() -> consumer.join().counts().deadLettered() == 1000);
    }

    /** Case 113. */
    @Test
    void shouldHoldAndRunAgainAMessageThatTheBrokerDoesNotKeep() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<GoBridgeConsumer> consumer = new CompletableFuture<>();
        MqttPeerConnection connection = subscribed(() -> consumer.complete(
                bridge.receive("in", "t", source() + "&source.qos=0&backoff.initial=100ms", exchange -> {
                    if (runs.incrementAndGet() <= 2) {
                        throw new IllegalStateException("not yet");
                    }
                })), 0);

        connection.send(MqttPacket.publishOnce("t", "once"));

        await().until(() -> consumer.join().counts().completed() == 1);
        assertThat(runs).hasValue(3);
        assertThat(consumer.join().counts().receipts()).isEqualTo(1);
        assertThat(bridge.deadLetters().entries()).isEmpty();
    }

    /** Case 115. */
    @Test
    void shouldDeadLetterOnTheFirstAttemptWhatTheBrokerForbids() throws Exception {
        MqttPeerConnection source = subscribed(() -> bridge.forward("in", "t", source(),
                "own&address=secret&target.brokerUrl=" + peer.brokerUrl() + "&target.clientId=out"), 1);
        source.send(MqttPacket.publish(1, "t", "forbidden"));
        MqttPeerConnection target = peer.accept();
        target.send(MqttPacket.connack(false, 0));

        MqttPacket publish = target.expect(MqttPacket.Type.PUBLISH);
        target.send(MqttPacket.puback(publish.packetId(), 0x87));

        assertThat(source.expect(MqttPacket.Type.PUBACK).packetId()).isEqualTo(1);
        assertThat(publish.topic()).isEqualTo("secret");
        DeadLetter entry = bridge.deadLetters().entries().get(0);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.PERMANENT);
        assertThat(entry.reason()).contains("0x87");
        target.expectSilence(Duration.ofMillis(300));
    }

    @Test
    void shouldShowInItsHealthThatTheBrokerForgotTheSession() throws Exception {
        MqttPeerConnection connection = subscribed(() -> bridge.receive("in", "t", source(), exchange -> {
        }), 1);
        await().until(() -> bridge.health("in").getState() == HealthCheck.State.UP);
        assertThat(bridge.health("in").getDetails()).containsEntry("sessionsLost", 0L).containsEntry("qos0Dropped", 0L);

        connection.close();
        answer(1);

        await().until(() -> bridge.health("in").getState() == HealthCheck.State.UP);
        assertThat(bridge.health("in").getDetails()).containsEntry("sessionsLost", 1L);
    }

    /** What starts a route, which takes until the peer has answered. */
    private interface Start {

        Object run() throws Exception;
    }

    private MqttPeerConnection subscribed(Start start, int qos) {
        CompletionStage<Void> started = CompletableFuture.runAsync(() -> {
            try {
                start.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        MqttPeerConnection connection = answer(qos);
        assertThat(started).succeedsWithin(Duration.ofSeconds(20));
        return connection;
    }

    private MqttPeerConnection answer(int qos) {
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));
        connection.answerSubscribe(qos);
        return connection;
    }

    private String source() {
        return "&source.brokerUrl=" + peer.brokerUrl();
    }

    private static BridgeException rejected() {
        return BridgeException.of(FailureCode.INTERNAL, "will never work");
    }
}
