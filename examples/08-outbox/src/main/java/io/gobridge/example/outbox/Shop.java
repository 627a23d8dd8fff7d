package io.gobridge.example.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;

/** Puts orders into a queue of RabbitMQ, an ordinary client. */
final class Shop implements AutoCloseable {

    private static final String QUEUE = "orders";
    private static final int PERSISTENT = 2;
    private static final long PATIENCE_MILLIS = 10_000;

    private final Connection connection;
    private final Channel channel;

    Shop(int port) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setUsername(EmbeddedBrokerJ.USER);
        factory.setPassword(EmbeddedBrokerJ.USER);
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(QUEUE, true, false, false, null);
        channel.confirmSelect();
    }

    /** Orders something for a hall. */
    void order(String hall, String text) throws IOException, TimeoutException, InterruptedException {
        BasicProperties properties = new BasicProperties.Builder().messageId(UUID.randomUUID().toString())
                .deliveryMode(PERSISTENT).headers(Map.of("hall", hall)).build();
        channel.basicPublish("", QUEUE, properties, text.getBytes(StandardCharsets.UTF_8));
        channel.waitForConfirmsOrDie(PATIENCE_MILLIS);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
