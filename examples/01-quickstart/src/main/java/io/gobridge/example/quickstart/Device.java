package io.gobridge.example.quickstart;

import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/** A device that knows nothing of bridges: an ordinary MQTT client, which repeats what the broker did not confirm. */
final class Device implements AutoCloseable {

    private static final int MOST_ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 100;
    private static final long PATIENCE_MILLIS = 30_000;

    private final MqttClient client;

    Device(String brokerUrl, String clientId) throws MqttException {
        client = new MqttClient(brokerUrl, clientId, new MemoryPersistence());
        client.setTimeToWait(PATIENCE_MILLIS);
        client.connect();
    }

    /** Publishes until the broker has confirmed it. Tells whether the device had to connect again for that. */
    boolean publish(String topic, MqttMessage message) throws MqttException, InterruptedException {
        boolean isBack = false;
        for (int attempt = 1;; attempt++) {
            try {
                if (!client.isConnected()) {
                    client.connect();
                    isBack = true;
                }
                client.publish(topic, message);
                return isBack;
            } catch (MqttException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    @Override
    public void close() throws MqttException {
        client.disconnect();
        client.close();
    }
}
