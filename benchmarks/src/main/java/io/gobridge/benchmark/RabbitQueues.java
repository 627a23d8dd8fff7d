package io.gobridge.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import org.apache.camel.CamelContext;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;

/** Two queues of an AMQP 0-9-1 broker on this machine. */
final class RabbitQueues implements QueuePair {

    private static final BasicProperties PROPERTIES = new BasicProperties.Builder().deliveryMode(2)
            .headers(Map.of("tenant", "north", "plant", "hall-7", "type", "OrderPlaced", "priority", 3, "trace",
                    "4bf92f3577b34da6a3ce929d0e0e4736"))
            .build();

    private final int port;
    private final int rawConsumers;
    private final String in = "benchmark-in-" + UUID.randomUUID();
    private final String out = "benchmark-out-" + UUID.randomUUID();
    private final Connection connection;
    private final Channel channel;
    private CachingConnectionFactory confirming;
    private BareRabbitBridge bare;

    /**
     * @param isDurable    whether the broker has to write the messages to its disk
     * @param rawConsumers how many consumers share what the raw route may have in flight
     */
    RabbitQueues(int port, boolean isDurable, int rawConsumers) throws Exception {
        this.port = port;
        this.rawConsumers = rawConsumers;
        connection = connect();
        channel = connection.createChannel();
        channel.queueDeclare(in, isDurable, false, false, Map.of());
        channel.queueDeclare(out, isDurable, false, false, Map.of());
    }

    private Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        factory.setPort(port);
        return factory.newConnection();
    }

    /** Bridges the queues with the client alone. */
    void startBareBridge(int inFlight) throws IOException, TimeoutException {
        bare = new BareRabbitBridge(connect(), in, out, inFlight);
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

    /**
     * As users write it: one consumer of the default container, which holds so many and runs one at a time. With
     * several it is the other container, since the default one runs as many at a time as there are processors.
     */
    @Override
    public String rawSource(int inFlight) {
        String source = "spring-rabbitmq:default?connectionFactory=#rabbit&skipBindQueue=true&autoDeclare=false&queues="
                        + in + "&maximumRetryAttempts=0&prefetchCount=" + Math.max(1, inFlight / rawConsumers);
        return rawConsumers == 1
                ? source : source + "&messageListenerContainerType=SMLC&concurrentConsumers=" + rawConsumers;
    }

    @Override
    public String rawTarget() {
        return "spring-rabbitmq:default?connectionFactory=#rabbit&confirm=auto&routingKey=" + out;
    }

    @Override
    public String source() {
        return "source=spring-rabbitmq:default&source.connectionFactory=#rabbit&source.skipBindQueue=true"
               + "&source.autoDeclare=false&source.queues=" + in;
    }

    @Override
    public String target() {
        return "target=spring-rabbitmq:default&target.connectionFactory=#rabbit&target.routingKey=" + out;
    }

    @Override
    public void close() throws IOException {
        if (bare != null) {
            bare.close();
        }
        channel.queueDelete(in);
        channel.queueDelete(out);
        connection.close();
        if (confirming != null) {
            confirming.destroy();
        }
    }
}
