package io.gobridge.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import org.apache.camel.CamelContext;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;

/** Two durable queues of an AMQP 0-9-1 broker on this machine. */
final class RabbitQueues implements QueuePair {

    private static final BasicProperties PROPERTIES = new BasicProperties.Builder().deliveryMode(2)
            .headers(Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced", "priority", 3, "trace",
                    "4bf92f3577b34da6a3ce929d0e0e4736"))
            .build();

    private final int port;
    private final String in = "benchmark-in-" + UUID.randomUUID();
    private final String out = "benchmark-out-" + UUID.randomUUID();
    private final Connection connection;
    private final Channel channel;
    private CachingConnectionFactory confirming;

    RabbitQueues(int port) throws Exception {
        this.port = port;
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        factory.setPort(port);
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(in, true, false, false, Map.of());
        channel.queueDeclare(out, true, false, false, Map.of());
    }

    @Override
    public void fill(Iterable<byte[]> payloads) throws Exception {
        channel.confirmSelect();
        for (byte[] payload : payloads) {
            channel.basicPublish("", in, PROPERTIES, payload);
        }
        channel.waitForConfirmsOrDie();
    }

    @Override
    public void onArrival(Consumer<byte[]> reader) throws IOException {
        connection.createChannel().basicConsume(out, true, (tag, delivery) -> reader.accept(delivery.getBody()), tag -> {
        });
    }

    @Override
    public void prepare(CamelContext context) {
        confirming = new CachingConnectionFactory(InetAddress.getLoopbackAddress().getHostAddress(), port);
        confirming.setUsername(EmbeddedBrokerJ.USER);
        confirming.setPassword(EmbeddedBrokerJ.USER);
        confirming.setPublisherConfirmType(ConfirmType.CORRELATED);
        context.getRegistry().bind("rabbit", confirming);
    }

    /** As somebody writes it who knows the component: its default container runs two of 16 consumers at a time. */
    @Override
    public String rawSource(int inFlight) {
        return "spring-rabbitmq:default?connectionFactory=#rabbit&skipBindQueue=true&arg.queue.durable=true&queues=" + in
               + "&messageListenerContainerType=SMLC&prefetchCount=1&maximumRetryAttempts=0&concurrentConsumers=" + inFlight;
    }

    @Override
    public String rawTarget() {
        return "spring-rabbitmq:default?connectionFactory=#rabbit&confirm=auto&routingKey=" + out;
    }

    @Override
    public String source() {
        return "source=spring-rabbitmq:default&source.connectionFactory=#rabbit&source.skipBindQueue=true"
               + "&source.arg.queue.durable=true&source.queues=" + in;
    }

    @Override
    public String target() {
        return "target=spring-rabbitmq:default&target.connectionFactory=#rabbit&target.routingKey=" + out;
    }

    @Override
    public void close() throws IOException {
        channel.queueDelete(in);
        channel.queueDelete(out);
        connection.close();
        if (confirming != null) {
            confirming.destroy();
        }
    }
}
