package io.gobridge.camel.traps;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.testkit.MqttPacket;
import io.gobridge.camel.testkit.MqttPeer;
import io.gobridge.camel.testkit.MqttPeerConnection;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A route from an MQTT broker of which the test writes every packet. */
final class MqttTrap implements AutoCloseable {

    static final String TOPIC = "t";

    /** What a broker has kept for the client. */
    static final List<String> KEPT = IntStream.rangeClosed(1, 20).mapToObj(i -> "order-" + i).toList();

    private static final int AT_LEAST_ONCE = 1;

    private final MqttPeer peer = MqttPeer.listen();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private volatile boolean fails;
    private CompletableFuture<Void> started = CompletableFuture.completedFuture(null);

    String stockSource(String options) {
        return "paho-mqtt5:" + TOPIC + "?qos=1&cleanStart=false&sessionExpiryInterval=3600&clientId=c1&brokerUrl="
               + peer.brokerUrl()
               + options;
    }

    String bridgedSource() {
        return "gobridge:in?deadLetter=#deadLetters&backoff.initial=10s&source=paho-mqtt5:" + TOPIC + "&source.clientId=c1"
               + "&source.brokerUrl=" + peer.brokerUrl();
    }

    void failEverything() {
        fails = true;
    }

    /** Starts the route beside this thread, which has to answer for the broker. */
    void start(String source) throws Exception {
        camel.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(source).process(exchange -> {
                    received.add(exchange.getMessage().getBody(String.class));
                    if (fails) {
                        throw new IllegalStateException("This order cannot be processed");
                    }
                });
            }
        });
        started = CompletableFuture.runAsync(camel::start);
    }

    MqttPeerConnection subscribed() {
        MqttPeerConnection connection = peer.accept();
        connection.send(MqttPacket.connack(false, 0));
        connection.answerSubscribe(AT_LEAST_ONCE);
        return connection;
    }

    /**
     * Answers for a broker that kept messages for the client: they come in one breath with the answer to its CONNECT.
     */
    MqttPeerConnection resumed(List<String> kept) {
        MqttPeerConnection connection = peer.accept();
        Stream<MqttPacket> messages
                = IntStream.range(0, kept.size()).mapToObj(i -> MqttPacket.publish(i + 1, TOPIC, kept.get(i)));
        connection.send(Stream.concat(Stream.of(MqttPacket.connack(true, 0)), messages).toArray(MqttPacket[]::new));
        MqttPacket packet = connection.next();
        while (packet.type() != MqttPacket.Type.SUBSCRIBE) {
            packet = connection.next();
        }
        connection.send(MqttPacket.suback(packet.packetId(), AT_LEAST_ONCE));
        return connection;
    }

    List<String> received() {
        return received;
    }

    @Override
    public void close() {
        // The peer first: a client that says goodbye would wait for the answer.
        peer.close();
        started.join();
        camel.stop();
    }
}
