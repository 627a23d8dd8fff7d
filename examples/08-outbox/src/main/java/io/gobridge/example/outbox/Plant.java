package io.gobridge.example.outbox;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.paho.mqttv5.client.IMqttMessageListener;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttSubscription;

/** Takes the orders of all halls, an ordinary MQTT client with a session that the broker keeps. */
final class Plant implements AutoCloseable {

    private static final int AT_LEAST_ONCE = 1;
    private static final long AN_HOUR = 3_600;

    private final List<String> read = new CopyOnWriteArrayList<>();
    private final MqttClient client;

    Plant(String brokerUrl) throws MqttException {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setSessionExpiryInterval(AN_HOUR);
        options.setCleanStart(false);
        options.setAutomaticReconnect(true);
        options.setAutomaticReconnectDelay(1, 1);
        client = new MqttClient(brokerUrl, "plant", new MemoryPersistence());
        client.connect(options);
        IMqttMessageListener listener = (topic, message) -> read
                .add(topic + " " + new String(message.getPayload(), StandardCharsets.UTF_8));
        client.subscribe(new MqttSubscription[] { new MqttSubscription("plant/#", AT_LEAST_ONCE) },
                new IMqttMessageListener[] { listener });
    }

    /** Returns topic and text of each message so far. */
    List<String> read() {
        return read;
    }

    @Override
    public void close() throws MqttException {
        client.disconnect();
        client.close();
    }
}
