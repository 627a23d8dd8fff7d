package io.gobridge.benchmark;

import java.io.Closeable;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;

/**
 * From one queue to another with nothing but the broker's client: publish what comes, acknowledge what is confirmed. No
 * route that uses this client can be faster.
 */
final class BareRabbitBridge implements Closeable {

    private final Connection connection;
    private final Channel source;
    private final Channel target;
    private final String out;
    /** By the number of the publish: the delivery that it is. */
    private final NavigableMap<Long, Long> unconfirmed = new ConcurrentSkipListMap<>();

    /** Begins at once, with so many messages unsettled. */
    BareRabbitBridge(Connection connection, String in, String out, int inFlight) throws IOException {
        this.connection = connection;
        this.out = out;
        source = connection.createChannel();
        target = connection.createChannel();
        target.confirmSelect();
        target.addConfirmListener(this::confirmed, (number, isMultiple) -> {
            throw new IOException("The broker refused message " + number);
        });
        source.basicQos(inFlight);
        source.basicConsume(in, false, new Arrivals());
    }

    private void confirmed(long number, boolean isMultiple) throws IOException {
        if (isMultiple) {
            NavigableMap<Long, Long> confirmed = unconfirmed.headMap(number, true);
            source.basicAck(confirmed.lastEntry().getValue(), true);
            confirmed.clear();
        } else {
            source.basicAck(unconfirmed.remove(number), false);
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    /** Publishes what comes. */
    private final class Arrivals extends DefaultConsumer {

        private Arrivals() {
            super(source);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body) throws IOException {
            unconfirmed.put(target.getNextPublishSeqNo(), envelope.getDeliveryTag());
            target.basicPublish("", out, properties, body);
        }
    }
}
