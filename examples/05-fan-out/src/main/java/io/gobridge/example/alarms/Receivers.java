package io.gobridge.example.alarms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import org.eclipse.paho.mqttv5.client.IMqttMessageListener;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import software.amazon.awssdk.services.sqs.model.Message;

/** Ordinary clients of the three brokers. */
final class Receivers implements AutoCloseable {

    static final String ARCHIVE = "archive";
    static final String ON_CALL = "on-call";

    private static final int AT_LEAST_ONCE = 1;

    private final List<String> screens = new CopyOnWriteArrayList<>();
    private final EmbeddedSqs sqs;
    private final EmbeddedBrokerJ rabbit;
    private final MqttClient mqtt;

    Receivers(EmbeddedSqs sqs, String mqttUrl, EmbeddedBrokerJ rabbit) throws MqttException, IOException, TimeoutException {
        this.sqs = sqs;
        this.rabbit = rabbit;
        try (Connection connection = connect(); Channel channel = connection.createChannel()) {
            channel.queueDeclare(ON_CALL, true, false, false, null);
        }
        mqtt = new MqttClient(mqttUrl, "screens", new MemoryPersistence());
        mqtt.connect();
        IMqttMessageListener listener
                = (topic, message) -> screens.add(new String(message.getPayload(), StandardCharsets.UTF_8));
        mqtt.subscribe(new MqttSubscription[] { new MqttSubscription("alarms", AT_LEAST_ONCE) },
                new IMqttMessageListener[] { listener });
    }

    /** Returns what the subscriber of MQTT read so far. */
    List<String> screens() {
        return screens;
    }

    /** Returns how many messages are in the archive. */
    int archived() {
        return sqs.depth(ARCHIVE).total();
    }

    /** Empties the archive, an SQS queue. */
    List<String> drainArchive() {
        return sqs.drain(ARCHIVE).stream().map(Message::body).toList();
    }

    /** Empties the queue of RabbitMQ. */
    List<String> drainOnCall() throws IOException, TimeoutException {
        List<String> read = new ArrayList<>();
        try (Connection connection = connect(); Channel channel = connection.createChannel()) {
            GetResponse next = channel.basicGet(ON_CALL, true);
            while (next != null) {
                read.add(new String(next.getBody(), StandardCharsets.UTF_8));
                next = channel.basicGet(ON_CALL, true);
            }
        }
        return read;
    }

    @Override
    public void close() throws MqttException {
        mqtt.disconnect();
        mqtt.close();
    }

    private Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(rabbit.port());
        factory.setUsername(EmbeddedBrokerJ.USER);
        factory.setPassword(EmbeddedBrokerJ.USER);
        return factory.newConnection();
    }
}
