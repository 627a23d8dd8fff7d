package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.amqp10.AmqpTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;

import static org.awaitility.Awaitility.await;

/** Two queues; what is put comes from another bridge, and yet another one takes what arrives. */
final class AmqpFixture implements LinkFixture {

    private static final String MARKER = "fixture-marker-";
    private static final Duration SETTLING = Duration.ofMillis(100);

    private final AtomicInteger markers = new AtomicInteger();
    private final EmbeddedArtemis artemis;
    private final String name = "gobridge-" + Long.toString(System.nanoTime(), 36);
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final CamelContext others = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealTime time = new RealTime();
    private final AmqpTransport transport = new AmqpTransport();
    private final Session before = transport.session("before");
    private final Session behind = transport.session("behind");
    private final Sender putting;
    private final Sender marking;
    private final Receiver taking;

    AmqpFixture(EmbeddedArtemis artemis) {
        this.artemis = artemis;
        prepare(others);
        others.start();
        putting = before.sender(new SenderSpec(endpoint("source"), time, new Random(1), threads, check()));
        marking = before.sender(new SenderSpec(endpoint("target"), time, new Random(1), threads, check()));
        taking = behind.receiver(new ReceiverSpec(endpoint("target"), 1000, time, new Random(1), threads, check()));
        taking.start(delivery -> {
            received.add(delivery.envelope());
            delivery.ack();
        }).toCompletableFuture().join();
        taking.request(100_000);
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Capabilities capabilities() {
        return transport.capabilities();
    }

    /** Not EXPIRY: the broker takes expired messages away. */
    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.HEADERS, Feature.IDEMPOTENCY_KEY, Feature.ORDERING_KEY, Feature.ABSENT_PAYLOAD,
                Feature.UNDECODABLE, Feature.BROKER, Feature.KEEPS_UNSETTLED);
    }

    @Override
    public void prepare(CamelContext context) {
        context.getRegistry().bind("artemis", new JmsConnectionFactory(artemis.amqpUrl()));
    }

    @Override
    public String source() {
        return "source=amqp:queue:" + name + "-source&source.connectionFactory=#artemis";
    }

    @Override
    public String target() {
        return "target=amqp:queue:" + name + "-target&target.connectionFactory=#artemis";
    }

    @Override
    public String intake() {
        return "target=amqp:queue:" + name + "-source&target.connectionFactory=#artemis";
    }

    @Override
    public void put(Envelope message) {
        putting.send(new OutboundMessage(message, "")).toCompletableFuture().join();
    }

    @Override
    public void putUndecodable(byte[] raw) {
        JmsConnectionFactory factory = new JmsConnectionFactory(artemis.amqpUrl() + "?jms.validatePropertyNames=false");
        try (Connection stranger = factory.createConnection(); jakarta.jms.Session session = stranger.createSession()) {
            BytesMessage message = session.createBytesMessage();
            message.writeBytes(raw);
            message.setStringProperty("gobridge.meta", "{broken");
            session.createProducer(session.createQueue(name + "-source")).send(message);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a marker behind the messages and waits for it: the broker has not yet passed on all that it took. */
    @Override
    public List<Envelope> received() {
        String marker = MARKER + markers.incrementAndGet();
        OutboundMessage last = new OutboundMessage(Envelope.withId(marker).createdNow(time.clock()).build(), "");
        await().ignoreExceptions().until(() -> {
            marking.send(last).toCompletableFuture().join();
            return true;
        });
        await().until(() -> received.stream().anyMatch(message -> message.id().equals(marker)));
        return received.stream().filter(message -> !message.id().startsWith(MARKER)).toList();
    }

    /** Reads until two readings agree: Artemis takes dispositions in its own time, and does not confirm them. */
    @Override
    public int remaining() {
        String queue = name + "-source";
        AtomicLong last = new AtomicLong(artemis.messages(queue));
        await().pollDelay(SETTLING).pollInterval(SETTLING).until(() -> {
            long before = last.getAndSet(artemis.messages(queue));
            return before == last.get();
        });
        return last.intValue();
    }

    @Override
    public void restartBroker() {
        artemis.kill();
        artemis.restart();
    }

    @Override
    public void close() {
        taking.close().toCompletableFuture().join();
        putting.close().toCompletableFuture().join();
        marking.close().toCompletableFuture().join();
        behind.close();
        before.close();
        others.stop();
        threads.shutdownNow();
    }

    private Endpoint endpoint(String queue) {
        return others.getEndpoint("amqp:queue:" + name + "-" + queue + "?connectionFactory=#artemis");
    }

    private static EndpointCheck check() {
        return new EndpointCheck("", new ConfigurationProblems());
    }
}
