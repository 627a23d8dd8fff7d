package io.gobridge.example.orders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;

/** Consumes the queues of RabbitMQ, an ordinary client. */
final class Warehouses implements AutoCloseable {

    static final List<String> QUEUES = List.of("warehouse.eu", "warehouse.us", "couriers");

    private final List<String> read = new CopyOnWriteArrayList<>();
    private final Connection connection;

    Warehouses(int port) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setUsername(EmbeddedBrokerJ.USER);
        factory.setPassword(EmbeddedBrokerJ.USER);
        connection = factory.newConnection();
        Channel channel = connection.createChannel();
        for (String queue : QUEUES) {
            channel.queueDeclare(queue, true, false, false, null);
            channel.basicConsume(queue, true, (tag, message) -> read
                    .add(queue + ": " + new String(message.getBody(), StandardCharsets.UTF_8)), tag -> {
                    });
        }
    }

    /** Returns queue and text of each order so far. */
    List<String> read() {
        return read;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
