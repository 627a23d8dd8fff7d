package io.gobridge.example.tenants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;

/** An ordinary client of the warehouse's broker. */
final class Warehouse {

    static final String QUEUE = "warehouse";

    private final ConnectionFactory factory = new ConnectionFactory();

    Warehouse(EmbeddedBrokerJ broker) {
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        factory.setUsername(EmbeddedBrokerJ.USER);
        factory.setPassword(EmbeddedBrokerJ.USER);
    }

    void declareQueue() throws IOException, TimeoutException {
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            channel.queueDeclare(QUEUE, true, false, false, null);
        }
    }

    /** Empties the queue. */
    List<Arrival> drain() throws IOException, TimeoutException {
        List<Arrival> read = new ArrayList<>();
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            GetResponse next = channel.basicGet(QUEUE, true);
            while (next != null) {
                read.add(
                        new Arrival(next.getProps().getMessageId(), QUEUE, new String(next.getBody(), StandardCharsets.UTF_8)));
                next = channel.basicGet(QUEUE, true);
            }
        }
        return read;
    }
}
