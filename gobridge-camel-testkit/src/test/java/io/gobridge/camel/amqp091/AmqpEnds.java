package io.gobridge.camel.amqp091;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.amqp091.Amqp091Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.core.ThrowingRunnable;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Both ends of the transport beside a plain client of the same broker, with a proxy between the broker and the ends.
 */
final class AmqpEnds implements AutoCloseable {

    final String name = "gobridge-" + Long.toString(System.nanoTime(), 36);
    final AmqpProxy network;
    final Channel plain;
    final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    /** A wait to connect again is over when somebody moves it. */
    final SettableClock clock = new SettableClock(Instant.now());

    private final Connection connection;
    private final CachingConnectionFactory factory;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Session session = new Amqp091Transport().session("test");
    private final List<Runnable> open = new ArrayList<>();

    AmqpEnds(int port) throws IOException, TimeoutException {
        ConnectionFactory direct = new ConnectionFactory();
        direct.setPort(port);
        direct.setHost("127.0.0.1");
        connection = direct.newConnection();
        plain = connection.createChannel();
        network = new AmqpProxy(port);
        factory = new CachingConnectionFactory("127.0.0.1", network.port());
        factory.setUsername("guest");
        factory.setPassword("guest");
        context.getRegistry().bind("amqp", factory);
        context.start();
    }

    String queue(Map<String, Object> arguments) throws IOException {
        return plain.queueDeclare(name, true, false, false, arguments).getQueue();
    }

    int ready() {
        try {
            return plain.queueDeclarePassive(name).getMessageCount();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    GetResponse take(String queue) throws IOException {
        return await().until(() -> plain.basicGet(queue, true), response -> response != null);
    }

    Sender sender(String exchange, String options) {
        Sender sender = session.sender(new SenderSpec(endpoint(exchange, options), clock, new Random(1), threads, check()));
        open.add(() -> sender.close().toCompletableFuture().join());
        return sender;
    }

    Receiver receiver(int maxInFlight, String options) {
        Receiver receiver = session.receiver(new ReceiverSpec(
                endpoint("default", "queues=" + name + "&skipBindQueue=true&" + options), maxInFlight, clock, new Random(1),
                threads,
                check()));
        open.add(() -> receiver.close().toCompletableFuture().join());
        receiver.start(deliveries::add).toCompletableFuture().join();
        return receiver;
    }

    List<Delivery> awaitDeliveries(int count) {
        await().untilAsserted(() -> assertThat(deliveries).hasSize(count));
        return deliveries;
    }

    /** Lets time pass until the condition holds, so that what waits to connect again does. */
    void awaitWhileTimePasses(ThrowingRunnable assertion) {
        await().untilAsserted(() -> {
            clock.advance(Duration.ofSeconds(1));
            assertion.run();
        });
    }

    static OutboundMessage message(String id, String address) {
        return new OutboundMessage(
                Envelope.withId(id).payload(Payload.ofText(id)).createdAt(Instant.EPOCH).build(), address);
    }

    static BridgeException failure(CompletionStage<Void> sent) {
        return (BridgeException) sent.handle((nothing, error) -> error == null ? null : Failures.unwrapped(error))
                .toCompletableFuture().join();
    }

    /** Returns a context of its own that knows the connection factory as {@code amqp}. */
    DefaultCamelContext camel() {
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("amqp", factory);
        camel.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
        return camel;
    }

    void changePassword(String password) {
        factory.setPassword(password);
    }

    private Endpoint endpoint(String exchange, String options) {
        return context.getEndpoint("spring-rabbitmq:" + exchange + "?connectionFactory=#amqp&" + options);
    }

    private static EndpointCheck check() {
        return new EndpointCheck("", new ConfigurationProblems());
    }

    @Override
    public void close() throws IOException, TimeoutException {
        network.mend();
        open.forEach(Runnable::run);
        factory.destroy();
        context.stop();
        threads.shutdownNow();
        network.close();
        try (Channel last = connection.createChannel()) {
            last.queueDelete(name);
        }
        connection.close();
    }
}
