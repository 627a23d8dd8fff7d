package io.gobridge.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;

import org.eclipse.paho.mqttv5.client.IMqttMessageListener;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/** Fresh topics of some devices, one client that fills them, and one that reads the topic where all is to go. */
final class MqttTopics implements AutoCloseable {

    private static final int AT_LEAST_ONCE = 1;
    /** Below the 20 that Mosquitto lets a client have unconfirmed. */
    private static final int UNCONFIRMED = 16;
    /** Below the 1 000 that Mosquitto keeps for a client. */
    private static final int UNDER_WAY = 500;
    private static final String PADDING = "x".repeat(1_000);
    private static final List<UserProperty> PROPERTIES = Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced",
            "priority", "3", "trace", "4bf92f3577b34da6a3ce929d0e0e4736").entrySet().stream()
            .map(entry -> new UserProperty(entry.getKey(), entry.getValue())).toList();

    private final String round = UUID.randomUUID().toString();
    private final int devices;
    private final Arrivals arrivals;
    private final Semaphore unconfirmed = new Semaphore(UNCONFIRMED);
    private final Semaphore underWay = new Semaphore(UNDER_WAY);
    private final MqttAsyncClient feeder;
    private final MqttAsyncClient reader;

    MqttTopics(String brokerUrl, int devices, Arrivals arrivals) throws MqttException {
        this.devices = devices;
        this.arrivals = arrivals;
        feeder = connect(brokerUrl, "feeder-" + round);
        reader = connect(brokerUrl, "reader-" + round);
        IMqttMessageListener listener = (topic, message) -> arrived(message);
        reader.subscribe(new MqttSubscription[] { new MqttSubscription(out(), AT_LEAST_ONCE) }, null, null,
                new IMqttMessageListener[] { listener }, new MqttProperties()).waitForCompletion();
    }

    /** Returns the filter that matches the topics of all devices. */
    String in() {
        return "benchmark/" + round + "/in/#";
    }

    String out() {
        return "benchmark/" + round + "/out";
    }

    String clientId() {
        return "bridge-" + round;
    }

    /** Publishes so many messages, the devices in turns; each begins with its number and the time of its put. */
    void feed(int messages) throws MqttException, InterruptedException {
        MqttActionListener confirmed = new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                unconfirmed.release();
            }

            @Override
            public void onFailure(IMqttToken token, Throwable error) {
                throw new IllegalStateException("The broker did not take a message of the feeder", error);
            }
        };
        for (int index = 0; index < messages; index++) {
            underWay.acquire();
            unconfirmed.acquire();
            String body = index + " " + System.nanoTime() + " " + PADDING;
            MqttMessage message = new MqttMessage(body.getBytes(StandardCharsets.US_ASCII));
            message.setQos(AT_LEAST_ONCE);
            MqttProperties properties = new MqttProperties();
            properties.setUserProperties(PROPERTIES);
            message.setProperties(properties);
            feeder.publish("benchmark/" + round + "/in/" + index % devices, message, null, confirmed);
        }
    }

    @Override
    public void close() throws MqttException {
        for (MqttAsyncClient client : List.of(feeder, reader)) {
            client.disconnect().waitForCompletion();
            client.close();
        }
    }

    private void arrived(MqttMessage message) {
        String[] parts = new String(message.getPayload(), StandardCharsets.US_ASCII).split(" ", 3);
        arrivals.arrived(Integer.parseInt(parts[0]), System.nanoTime() - Long.parseLong(parts[1]));
        underWay.release();
    }

    private static MqttAsyncClient connect(String brokerUrl, String clientId) throws MqttException {
        MqttAsyncClient client = new MqttAsyncClient(brokerUrl, clientId, new MemoryPersistence());
        client.connect().waitForCompletion();
        return client;
    }
}
