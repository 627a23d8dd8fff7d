package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.mqtt.MqttTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

import static org.awaitility.Awaitility.await;

/**
 * Two topics; what is put comes from another bridge, and yet another one takes what arrives. Each message has a topic
 * of its own below the source's, or shares it with those of its ordering key, for the topic is what MQTT orders by.
 */
final class MqttFixture implements LinkFixture {

    private static final String MARKER = "fixture-marker-";

    private final AtomicInteger markers = new AtomicInteger();
    private final MqttBroker broker;
    private final String name = "gobridge-" + Long.toString(System.nanoTime(), 36);
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final CamelContext others = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealTime time = new RealTime();
    private final MqttTransport transport = new MqttTransport();
    private final Session putting = transport.session("before");
    private final Session taking = transport.session("behind");
    private final Sender before;
    private final Receiver behind;

    /** A broker as a fixture needs it. */
    interface MqttBroker {

        String url();

        /** Returns what the broker can show beside what MQTT can. */
        Set<Feature> features();

        /** Returns how many messages it has for the session of a client with one topic filter. */
        default int remaining(String clientId, String topicFilter) {
            throw new IllegalStateException("The broker lacks " + Feature.KEEPS_UNSETTLED);
        }

        default void restart() {
            throw new IllegalStateException("The broker lacks " + Feature.BROKER);
        }
    }

    MqttFixture(MqttBroker broker) {
        this.broker = broker;
        others.start();
        leaveASession();
        before = putting
                .sender(new SenderSpec(endpoint(name + "/source", name + "-before"), time, new Random(1), threads, check()));
        behind = receiver(taking, name + "/target", name + "-behind");
        start(behind, delivery -> {
            received.add(delivery.envelope());
            delivery.ack();
        });
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Capabilities capabilities() {
        return transport.capabilities();
    }

    @Override
    public Set<Feature> features() {
        // Not EXPIRY: the wire has the seconds that are left, so an expired message cannot be put.
        EnumSet<Feature> features = EnumSet.of(Feature.HEADERS, Feature.IDEMPOTENCY_KEY, Feature.ORDERING_KEY,
                Feature.ABSENT_PAYLOAD, Feature.UNDECODABLE);
        features.addAll(broker.features());
        return features;
    }

    @Override
    public void prepare(CamelContext context) {
        // URIs need no beans.
    }

    @Override
    public String source() {
        return "source=paho-mqtt5:" + name + "/source/#&source.clientId=" + name + "&source.brokerUrl=" + broker.url();
    }

    @Override
    public String target() {
        return "target=paho-mqtt5:" + name + "/target&target.brokerUrl=" + broker.url();
    }

    @Override
    public String intake() {
        return "target=paho-mqtt5:" + name + "/source/intake&target.brokerUrl=" + broker.url();
    }

    @Override
    public void put(Envelope message) {
        before.send(new OutboundMessage(message, topicOf(message))).toCompletableFuture().join();
    }

    @Override
    public void putUndecodable(byte[] raw) {
        MqttProperties broken = new MqttProperties();
        broken.setUserProperties(List.of(new UserProperty("gobridge.meta", "{broken")));
        try {
            MqttClient client = new MqttClient(broker.url(), name + "-stranger", new MemoryPersistence());
            client.connect();
            client.publish(name + "/source/stranger", new MqttMessage(raw, 1, false, broken));
            client.disconnect();
            client.close();
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a marker behind the messages and waits for it: a broker that took a message has not yet passed it on. */
    @Override
    public List<Envelope> received() {
        String marker = MARKER + markers.incrementAndGet();
        OutboundMessage last
                = new OutboundMessage(Envelope.withId(marker).createdNow(time.clock()).build(), name + "/target");
        await().ignoreExceptions().until(() -> {
            before.send(last).toCompletableFuture().join();
            return true;
        });
        await().until(() -> received.stream().anyMatch(message -> message.id().equals(marker)));
        return received.stream().filter(message -> !message.id().startsWith(MARKER)).toList();
    }

    @Override
    public int remaining() {
        return broker.remaining(name, name + "/source/#");
    }

    @Override
    public void restartBroker() {
        broker.restart();
    }

    @Override
    public void close() {
        behind.close().toCompletableFuture().join();
        before.close().toCompletableFuture().join();
        taking.close();
        putting.close();
        others.stop();
        threads.shutdownNow();
    }

    /** The broker keeps messages for a source that has been there once. */
    private void leaveASession() {
        try (Session session = transport.session("source")) {
            Receiver receiver = receiver(session, name + "/source/#", name);
            start(receiver, delivery -> {
            });
            receiver.close().toCompletableFuture().join();
        }
    }

    private Receiver receiver(Session session, String topic, String clientId) {
        return session.receiver(new ReceiverSpec(endpoint(topic, clientId), 1000, time, new Random(1), threads, check()));
    }

    private static void start(Receiver receiver, DeliveryHandler handler) {
        receiver.start(handler).toCompletableFuture().join();
        if (!receiver.health().isUp()) {
            throw new IllegalStateException(receiver.health().detail());
        }
        receiver.request(100_000);
    }

    private Endpoint endpoint(String topic, String clientId) {
        return others.getEndpoint("paho-mqtt5:" + topic + "?clientId=" + clientId + "&brokerUrl=" + broker.url());
    }

    private String topicOf(Envelope message) {
        String key = message.identity().orderingKey();
        return name + "/source/" + (key.isEmpty() ? message.id() : key).replaceAll("[^A-Za-z0-9-]", "_");
    }

    private static EndpointCheck check() {
        return new EndpointCheck("", new ConfigurationProblems());
    }
}
