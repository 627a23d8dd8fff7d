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

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.testkit.servicebus.EntityOptions;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.servicebus.ServiceBusTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.awaitility.Awaitility.await;

/** Two queues; what is put comes from another bridge, and yet another one takes what arrives. */
final class ServiceBusFixture implements LinkFixture {

    /** The shortest that Service Bus has. */
    private static final Duration LOCK = Duration.ofSeconds(5);
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String OPTIONS = "amqpRetryOptions=#retries";

    final ServiceBusEmulator emulator;
    final String source;
    private final String target;
    private final boolean hasSessions;
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final CamelContext others = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealTime time = new RealTime();
    private final Session session = new ServiceBusTransport().session("servicebus");
    private final Sender before;
    private final Receiver behind;

    ServiceBusFixture(ServiceBusEmulator emulator, boolean hasSessions) {
        this(emulator, EntityOptions.DEFAULT.withLockDuration(LOCK).withMaxDeliveryCount(1000), hasSessions);
    }

    ServiceBusFixture(ServiceBusEmulator emulator, EntityOptions options, boolean hasSessions) {
        this.emulator = emulator;
        this.hasSessions = hasSessions;
        int number = NUMBER.incrementAndGet();
        source = "source-" + number;
        target = "target-" + number;
        emulator.createQueue(source, hasSessions ? options.withSessions() : options).createQueue(target,
                EntityOptions.DEFAULT.withDuplicateWindow(options.duplicateWindow()));
        prepare(others);
        others.start();
        EndpointCheck check = new EndpointCheck("", new ConfigurationProblems());
        before = session
                .sender(new SenderSpec(
                        others.getEndpoint(emulator.endpointUri(source, OPTIONS)), time, new Random(1), threads, check));
        behind = session.receiver(new ReceiverSpec(
                others.getEndpoint(emulator.endpointUri(target, OPTIONS)), 1000, time, new Random(1), threads, check));
        behind.start(delivery -> {
            received.add(delivery.envelope());
            delivery.ack();
        }).toCompletableFuture().join();
        behind.request(100_000);
    }

    @Override
    public String name() {
        return "servicebus";
    }

    @Override
    public Capabilities capabilities() {
        return new ServiceBusTransport().capabilities().withLockWindow(LOCK).withOrdersGroups(hasSessions);
    }

    @Override
    public Set<Feature> features() {
        // What expires is Service Bus's to drop or dead-letter: it never arrives.
        return EnumSet.complementOf(EnumSet.of(Feature.EXPIRY));
    }

    @Override
    public void prepare(CamelContext context) {
        context.getRegistry().bind("retries", new AmqpRetryOptions().setMode(AmqpRetryMode.FIXED).setMaxRetries(1)
                .setDelay(Duration.ofMillis(100)).setTryTimeout(Duration.ofSeconds(20)));
    }

    @Override
    public String source() {
        return "source=" + uri(source, "source.") + (hasSessions ? "&source.sessionEnabled=true" : "");
    }

    @Override
    public String target() {
        return "target=" + uri(target, "target.");
    }

    private String uri(String queue, String prefix) {
        return "azure-servicebus:" + queue + "&" + prefix + "connectionString=RAW(" + emulator.connectionString() + ")&"
               + prefix
               + OPTIONS;
    }

    @Override
    public String intake() {
        return "target=" + uri(source, "target.");
    }

    @Override
    public void put(Envelope message) {
        before.send(new OutboundMessage(message, "")).toCompletableFuture().join();
    }

    @Override
    public void putUndecodable(byte[] raw) {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(raw)).setMessageId("undecodable");
        message.getApplicationProperties().put("gobridge.meta", "{broken");
        try (ServiceBusSenderClient sender = new ServiceBusClientBuilder().connectionString(emulator.connectionString())
                .sender().queueName(source).buildClient()) {
            sender.sendMessage(message);
        }
    }

    @Override
    public List<Envelope> received() {
        // The bridge behind takes its time: what is in the target has arrived as well.
        await().atMost(Duration.ofSeconds(5)).until(() -> emulator.depth(target).total() == 0);
        return received;
    }

    @Override
    public int remaining() {
        return emulator.depth(source).total();
    }

    @Override
    public void restartBroker() {
        emulator.faults().dropConnections();
    }

    @Override
    public void close() {
        behind.close().toCompletableFuture().join();
        before.close().toCompletableFuture().join();
        others.stop();
        threads.shutdownNow();
    }
}
