package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.amqp091.Amqp091Transport;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

import static org.awaitility.Awaitility.await;

/** Two durable queues; what is put comes from another bridge, and yet another one takes what arrives. */
final class Amqp091Fixture implements LinkFixture {

    private static final String MARKER = "fixture-marker-";

    private static final String USER = "guest";

    private final AtomicInteger markers = new AtomicInteger();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Amqp091Broker broker;
    private final String name = "gobridge-" + Long.toString(System.nanoTime(), 36);
    private final List<CachingConnectionFactory> factories = new ArrayList<>();
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final CamelContext others = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealTime time = new RealTime();
    private final Amqp091Transport transport = new Amqp091Transport();
    private final Session session = transport.session("fixture");
    private final Sender before;
    private final Sender beside;
    private final Receiver behind;

    /** A broker as a fixture needs it: it listens on 127.0.0.1 and knows the user guest with the password guest. */
    interface Amqp091Broker {

        int port();

        /** Returns the arguments of the queues. */
        default Map<String, Object> queueArguments() {
            return Map.of();
        }

        /** Returns whether the queues count how often they hand a message over. */
        default boolean countsAttempts() {
            return false;
        }

        /** Returns what the broker can show beside what AMQP 0-9-1 can. */
        Set<Feature> features();

        /** Returns how many messages a queue has, unacknowledged ones included. */
        default int remaining(String queue) {
            throw new IllegalStateException("The broker lacks " + Feature.KEEPS_UNSETTLED);
        }

        default void restart() {
            throw new IllegalStateException("The broker lacks " + Feature.BROKER);
        }
    }

    Amqp091Fixture(Amqp091Broker broker) {
        this.broker = broker;
        declare(name + "-source", name + "-target");
        prepare(others);
        others.start();
        before = session
                .sender(new SenderSpec(endpoint("routingKey=" + name + "-source"), time, new Random(1), threads, check()));
        beside = session
                .sender(new SenderSpec(endpoint("routingKey=" + name + "-target"), time, new Random(1), threads, check()));
        behind = session.receiver(new ReceiverSpec(
                endpoint("autoDeclare=false&queues=" + name + "-target"), 1000, time, new Random(1), threads, check()));
        behind.start(delivery -> {
            received.add(delivery.envelope());
            delivery.ack();
        }).toCompletableFuture().join();
        behind.request(100_000);
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Capabilities capabilities() {
        return transport.capabilities().withCountsAttempts(broker.countsAttempts());
    }

    @Override
    public Set<Feature> features() {
        EnumSet<Feature> features = EnumSet.of(Feature.HEADERS, Feature.IDEMPOTENCY_KEY, Feature.ORDERING_KEY,
                Feature.EXPIRY, Feature.ABSENT_PAYLOAD, Feature.UNDECODABLE);
        features.addAll(broker.features());
        return features;
    }

    @Override
    public void prepare(CamelContext context) {
        CachingConnectionFactory factory = new CachingConnectionFactory("127.0.0.1", broker.port());
        factory.setUsername(USER);
        factory.setPassword(USER);
        factories.add(factory);
        context.getRegistry().bind("amqp", factory);
    }

    @Override
    public String source() {
        StringBuilder source = new StringBuilder("source=spring-rabbitmq:default&source.connectionFactory=#amqp");
        source.append("&source.skipBindQueue=true&source.arg.queue.durable=true&source.queues=").append(name).append("-source");
        broker.queueArguments()
                .forEach((argument, value) -> source.append("&source.arg.queue.").append(argument).append('=').append(value));
        return source.toString();
    }

    @Override
    public String target() {
        return targetOf("target");
    }

    @Override
    public String intake() {
        return targetOf("source");
    }

    /** A bridge sends nothing that is expired: a stranger does. */
    @Override
    public void put(Envelope message) {
        if (message.isExpired(time.clock().instant())) {
            publish(message.payload().toBytes(), new BasicProperties.Builder().messageId(message.id()).deliveryMode(2)
                    .headers(Map.of("gobridge.expires-at", message.expiresAt().map(Instant::toString).orElseThrow())).build());
        } else {
            before.send(new OutboundMessage(message, "")).toCompletableFuture().join();
        }
    }

    @Override
    public void putUndecodable(byte[] raw) {
        publish(raw, new BasicProperties.Builder().deliveryMode(2).headers(Map.of("gobridge.meta", "{broken")).build());
    }

    /** Sends a marker behind the messages and waits for it: what is in the target has arrived as well. */
    @Override
    public List<Envelope> received() {
        String marker = MARKER + markers.incrementAndGet();
        OutboundMessage last = new OutboundMessage(Envelope.withId(marker).createdNow(time.clock()).build(), "");
        await().ignoreExceptions().until(() -> {
            beside.send(last).toCompletableFuture().join();
            return true;
        });
        await().until(() -> received.stream().anyMatch(message -> message.id().equals(marker)));
        return received.stream().filter(message -> !message.id().startsWith(MARKER)).toList();
    }

    @Override
    public int remaining() {
        return broker.remaining(name + "-source");
    }

    @Override
    public void restartBroker() {
        broker.restart();
    }

    /** Once: a test may have it as its source and its target, and not every broker lets delete a queue twice. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        behind.close().toCompletableFuture().join();
        before.close().toCompletableFuture().join();
        beside.close().toCompletableFuture().join();
        others.stop();
        factories.forEach(CachingConnectionFactory::destroy);
        threads.shutdownNow();
        eventually(channel -> {
            channel.queueDelete(name + "-source");
            channel.queueDelete(name + "-target");
        });
    }

    private void declare(String... queues) {
        eventually(channel -> {
            for (String queue : queues) {
                channel.queueDeclare(queue, true, false, false, broker.queueArguments());
            }
        });
    }

    /** Another test may have the broker restarted right now. */
    private void eventually(Work work) {
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            withChannel(work);
            return true;
        });
    }

    private void publish(byte[] body, BasicProperties properties) {
        withChannel(channel -> {
            channel.confirmSelect();
            channel.basicPublish("", name + "-source", properties, body);
            channel.waitForConfirmsOrDie(60_000);
        });
    }

    private interface Work {

        void on(Channel channel) throws IOException, InterruptedException, TimeoutException;
    }

    private void withChannel(Work work) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        factory.setUsername(USER);
        factory.setPassword(USER);
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            work.on(channel);
        } catch (IOException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String targetOf(String queue) {
        return "target=spring-rabbitmq:default&target.connectionFactory=#amqp&target.routingKey=" + name + "-" + queue;
    }

    private Endpoint endpoint(String options) {
        return others.getEndpoint("spring-rabbitmq:default?connectionFactory=#amqp&" + options);
    }

    private static EndpointCheck check() {
        return new EndpointCheck("", new ConfigurationProblems());
    }
}
