package io.gobridge.camel.mqtt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.testkit.CuttingProxy;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.contract.BridgeProcess;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a session survives that the broker keeps, on any broker: no message is lost. */
abstract class MqttSessionContract {

    private static final Logger LOG = LoggerFactory.getLogger(MqttSessionContract.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MESSAGES = 10_000;
    private static final int KILLS = 3;

    private final MqttBridge bridge = new MqttBridge();
    private final TransportEnds ends = new TransportEnds(new MqttTransport());
    private final List<CuttingProxy> proxies = new ArrayList<>();
    private final String name = "session-" + Long.toString(System.nanoTime(), 36);
    private Process process;

    /** Returns the port of the broker on the loopback address. */
    abstract int brokerPort();

    @AfterEach
    void close() {
        if (process != null) {
            process.destroyForcibly();
        }
        bridge.close();
        ends.close();
        proxies.forEach(CuttingProxy::close);
    }

    /** The handshake and the first delivery. */
    static Stream<MqttPacket.Type> packets() {
        return Stream.of(MqttPacket.Type.CONNECT, MqttPacket.Type.CONNACK, MqttPacket.Type.SUBSCRIBE,
                MqttPacket.Type.SUBACK, MqttPacket.Type.PUBLISH, MqttPacket.Type.PUBACK);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldLoseNothingWhenAPacketIsLostWithTheConnection(MqttPacket.Type type) throws Exception {
        CuttingProxy proxy = proxy();
        proxy.cutBefore(MqttPacket.isOf(type));

        loseNothing(proxy);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldLoseNothingWhenAPacketIsTheLastOfItsConnection(MqttPacket.Type type) throws Exception {
        CuttingProxy proxy = proxy();
        proxy.cutAfter(MqttPacket.isOf(type));

        loseNothing(proxy);
    }

    private void loseNothing(CuttingProxy proxy) throws Exception {
        leaveASession();
        publish("kept", 20);

        MqttBridge.Received received = bridge.receive(name, name, through(proxy));

        await().atMost(PATIENCE).until(() -> received.texts().containsAll(numbered("kept", 20)));
        await().atMost(PATIENCE).until(received::isUp);
        publish("behind", 5);
        await().atMost(PATIENCE).until(() -> received.texts().containsAll(numbered("behind", 5)));
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    static Stream<MqttPacket.Type> packetsOfATarget() {
        return Stream.of(MqttPacket.Type.CONNECT, MqttPacket.Type.CONNACK, MqttPacket.Type.PUBLISH, MqttPacket.Type.PUBACK);
    }

    @ParameterizedTest
    @MethodSource("packetsOfATarget")
    void shouldForwardAllWhenAPacketOfTheTargetIsLostWithItsConnection(MqttPacket.Type type) throws Exception {
        CuttingProxy proxy = proxy();
        proxy.cutBefore(MqttPacket.isOf(type));

        forwardAll(proxy);
    }

    @ParameterizedTest
    @MethodSource("packetsOfATarget")
    void shouldForwardAllWhenAPacketOfTheTargetIsTheLastOfItsConnection(MqttPacket.Type type) throws Exception {
        CuttingProxy proxy = proxy();
        proxy.cutAfter(MqttPacket.isOf(type));

        forwardAll(proxy);
    }

    private void forwardAll(CuttingProxy proxy) throws Exception {
        MqttBridge.Received reader = bridge.receive(name + "-reader", name + "/out", at(brokerPort()));
        GoBridgeConsumer consumer = bridge.forward(name, name, at(brokerPort()),
                name + "/out&target.brokerUrl=tcp://127.0.0.1:" + proxy.port());
        await().atMost(PATIENCE).until(() -> reader.isUp() && consumer.reasons().isEmpty());

        publish("sent", 20);

        await().atMost(PATIENCE).until(() -> reader.texts().containsAll(numbered("sent", 20)));
        await().atMost(PATIENCE).until(() -> consumer.counts().completed() == 20);
        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    /** F13. */
    @Test
    void shouldDeliverAllThatTheSessionHoldsInNineOfNineStarts() throws Exception {
        leaveASession();

        for (int start = 1; start <= 9; start++) {
            String round = "start-" + start;
            publish(round, 200);
            MqttBridge.Received received = bridge.receive(name, name, at(brokerPort()));
            await(round).atMost(PATIENCE).until(() -> received.texts().containsAll(numbered(round, 200)));
            assertThat(received.consumer().counts().returned()).isZero();
            bridge.stop(name);
        }
    }

    /** F63. */
    @Test
    void shouldNoticeThatNothingMovesAndFlowAgainWithoutTouchingAnotherRoute() throws Exception {
        CuttingProxy broken = proxy();
        CuttingProxy healthy = proxy();
        MqttBridge.Received silenced
                = bridge.receive(name, name, through(broken) + "&source.keepAliveInterval=1&source.connectionTimeout=1");
        MqttBridge.Received other = bridge.receive(name + "-other", name + "/other", through(healthy));
        await().atMost(PATIENCE).until(() -> silenced.isUp() && other.isUp());

        broken.hold();
        publish("backlog", 20);
        await().atMost(Duration.ofSeconds(10)).until(() -> !silenced.isUp());
        publish(name + "/other", "meanwhile", 20);
        await().atMost(PATIENCE).until(() -> other.texts().size() == 20);
        assertThat(silenced.consumer().reasons()).singleElement().asString().startsWith("source: ");
        assertThat(silenced.texts()).isEmpty();

        broken.release();

        await().atMost(PATIENCE).until(() -> silenced.texts().containsAll(numbered("backlog", 20)));
        await().atMost(PATIENCE).until(silenced::isUp);
        assertThat(other.texts()).as("each once").containsExactlyInAnyOrderElementsOf(numbered("meanwhile", 20));
        assertThat(healthy.accepted()).isEqualTo(1);
    }

    @Test
    void shouldLoseNothingWhenTheProcessIsKilled() throws Exception {
        leaveASession();
        MqttBridge.Received reader = bridge.receive(name + "-reader", name + "/out",
                at(brokerPort()) + "&maxInFlight=1000&orderBy=none");
        await().atMost(PATIENCE).until(reader::isUp);
        publish("sent", MESSAGES);

        for (int kill = 1; kill <= KILLS; kill++) {
            int enough = kill * MESSAGES / (KILLS + 1);
            startProcess();
            awaitArrived(reader, enough);
            process.destroyForcibly().waitFor();
        }
        startProcess();
        awaitArrived(reader, MESSAGES);

        LOG.warn("{} killed bridges: {} messages arrived, {} duplicates",
                KILLS, MESSAGES, reader.texts().size() - MESSAGES);
        assertThat(new HashSet<>(reader.texts())).isEqualTo(new HashSet<>(numbered("sent", MESSAGES)));
    }

    private void startProcess() throws IOException {
        String broker = "brokerUrl=tcp://127.0.0.1:" + brokerPort();
        process = BridgeProcess.start(
                "gobridge:in?source=paho-mqtt5:" + name + "&source.clientId=" + name + "&source." + broker
                                      + "&orderBy=none&onPermanentFailure=drop&onExpired=drop",
                "gobridge:out?target=paho-mqtt5:" + name + "/out&target." + broker);
    }

    private static void awaitArrived(MqttBridge.Received reader, int messages) {
        await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(50))
                .until(() -> reader.texts().size() >= messages && new HashSet<>(reader.texts()).size() >= messages);
    }

    private CuttingProxy proxy() {
        CuttingProxy proxy = CuttingProxy.before(brokerPort(), MqttPacket::frame);
        proxies.add(proxy);
        return proxy;
    }

    /** The broker keeps messages for a source that has been there once. */
    private void leaveASession() throws Exception {
        bridge.receive(name, name, at(brokerPort()));
        bridge.stop(name);
    }

    private void publish(String text, int count) throws Exception {
        publish(name, text, count);
    }

    private void publish(String topic, String text, int count) throws Exception {
        Sender sender = ends.sender("paho-mqtt5:" + topic + "?brokerUrl=tcp://127.0.0.1:" + brokerPort());
        for (CompletionStage<Void> sent : numbered(text, count).stream()
                .map(each -> sender.send(TransportEnds.message(name + each, each))).toList()) {
            TransportEnds.sent(sent);
        }
    }

    private static List<String> numbered(String text, int count) {
        return IntStream.range(0, count).mapToObj(i -> text + "-" + i).toList();
    }

    private static String through(CuttingProxy proxy) {
        return at(proxy.port());
    }

    private static String at(int port) {
        return "&source.brokerUrl=tcp://127.0.0.1:" + port;
    }
}
