package io.gobridge.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/** The session of a client on an Artemis of its own, which keeps all that the client does not take. */
final class MqttSoakSource implements SoakSource {

    private static final String TOPIC = "soak/in";
    private static final String CLIENT_ID = "soak";
    private static final String ID = "gobridge.message-id";
    /** As many as are read back soon enough at the end. */
    private static final int MOST = 20_000;
    private static final long SESSION_SECONDS = 3_600;

    private final EmbeddedBroker broker = EmbeddedBroker.start("mqtt");
    private final MqttAsyncClient feeder;
    private int count;

    MqttSoakSource() throws Exception {
        feeder = connect("feeder", new MqttConnectionOptions());
        MqttAsyncClient session = connect(CLIENT_ID, kept());
        session.subscribe(TOPIC, 1).waitForCompletion();
        session.disconnect().waitForCompletion();
        session.close();
    }

    @Override
    public String options() {
        return "source=paho-mqtt5:" + TOPIC + "&source.brokerUrl=" + broker.address() + "&source.clientId=" + CLIENT_ID
               + "&source.sessionExpiryInterval=" + SESSION_SECONDS;
    }

    @Override
    public boolean put(String id) throws MqttException {
        if (count == MOST) {
            return false;
        }
        MqttMessage message = new MqttMessage(new byte[1_024]);
        message.setQos(1);
        MqttProperties properties = new MqttProperties();
        properties.setUserProperties(List.of(new UserProperty(ID, id)));
        message.setProperties(properties);
        feeder.publish(TOPIC, message).waitForCompletion();
        count++;
        return true;
    }

    @Override
    public List<String> drain() throws Exception {
        BlockingQueue<String> arriving = new LinkedBlockingQueue<>();
        MqttAsyncClient session = new MqttAsyncClient(broker.address(), CLIENT_ID, new MemoryPersistence());
        session.setCallback(new Arriving(arriving));
        session.connect(kept()).waitForCompletion();
        List<String> ids = new ArrayList<>();
        for (String id = next(arriving); id != null; id = next(arriving)) {
            ids.add(id);
        }
        session.disconnect().waitForCompletion();
        session.close();
        return ids;
    }

    @Override
    public void close() throws IOException {
        try {
            feeder.disconnect().waitForCompletion();
            feeder.close();
        } catch (MqttException e) {
            throw new IOException(e);
        }
        broker.close();
    }

    private static String next(BlockingQueue<String> arriving) throws InterruptedException {
        return arriving.poll(5, TimeUnit.SECONDS);
    }

    private MqttAsyncClient connect(String clientId, MqttConnectionOptions options) throws MqttException {
        MqttAsyncClient client = new MqttAsyncClient(broker.address(), clientId, new MemoryPersistence());
        client.connect(options).waitForCompletion();
        return client;
    }

    private static MqttConnectionOptions kept() {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(false);
        options.setSessionExpiryInterval(SESSION_SECONDS);
        return options;
    }

    private record Arriving(BlockingQueue<String> ids) implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            message.getProperties().getUserProperties().stream().filter(property -> property.getKey().equals(ID))
                    .map(UserProperty::getValue).forEach(ids::add);
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            // What has not arrived by then is missed at the end.
        }

        @Override
        public void mqttErrorOccurred(MqttException error) {
            error.printStackTrace();
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // It sends nothing.
        }

        @Override
        public void connectComplete(boolean reconnect, String serverUri) {
            // The token of the connect says the same.
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // There is no authentication.
        }
    }
}
