package io.gobridge.camel.testkit.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.sqs.SqsTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

import static org.awaitility.Awaitility.await;

/** Two queues; what is put comes from another bridge, and yet another one takes what arrives. */
final class SqsFixture implements LinkFixture {

    private static final Duration VISIBILITY = Duration.ofSeconds(2);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedSqs sqs;
    private final String source;
    private final String target;
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final CamelContext others = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealTime time = new RealTime();
    private final Session session = new SqsTransport().session("sqs");
    private final Sender before;
    private final Receiver behind;

    /** Makes queues whose names end in the suffix, {@code .fifo} for instance. */
    SqsFixture(EmbeddedSqs sqs, String suffix) {
        this.sqs = sqs;
        int number = NUMBER.incrementAndGet();
        source = "source-" + number + suffix;
        target = "target-" + number + suffix;
        sqs.createQueue(source, VISIBILITY).createQueue(target);
        others.start();
        EndpointCheck check = new EndpointCheck("", new ConfigurationProblems());
        before = session.sender(new SenderSpec(
                others.getEndpoint(sqs.endpointUri(source, "messageGroupIdStrategy=useConstant")), time, new Random(1), threads,
                check));
        behind = session.receiver(new ReceiverSpec(
                others.getEndpoint(sqs.endpointUri(target, "waitTimeSeconds=1")), 1000, time, new Random(1), threads, check));
        behind.start(delivery -> {
            received.add(delivery.envelope());
            delivery.ack();
        }).toCompletableFuture().join();
        behind.request(100_000);
    }

    @Override
    public String name() {
        return "sqs";
    }

    @Override
    public Capabilities capabilities() {
        return new SqsTransport().capabilities().withLockWindow(VISIBILITY).withOrdersGroups(source.endsWith(".fifo"));
    }

    @Override
    public Set<Feature> features() {
        EnumSet<Feature> features = EnumSet.allOf(Feature.class);
        if (!source.endsWith(".fifo")) {
            features.remove(Feature.ORDERING_KEY);
        }
        return features;
    }

    @Override
    public void prepare(CamelContext context) {
        // URIs need no beans.
    }

    @Override
    public String source() {
        return "source=aws2-sqs:" + source + options("source.") + "&source.waitTimeSeconds=1";
    }

    @Override
    public String target() {
        return targetOf(target);
    }

    private String targetOf(String queue) {
        return "target=aws2-sqs:" + queue + options("target.") + "&target.messageGroupIdStrategy=useConstant";
    }

    private String options(String prefix) {
        StringBuilder options = new StringBuilder();
        sqs.connectionOptions()
                .forEach((name, value) -> options.append('&').append(prefix).append(name).append('=').append(value));
        return options.toString();
    }

    @Override
    public String intake() {
        return targetOf(source);
    }

    @Override
    public void put(Envelope message) {
        before.send(new OutboundMessage(message, "")).toCompletableFuture().join();
    }

    @Override
    public void putUndecodable(byte[] raw) {
        sqs.send(source, new String(raw, StandardCharsets.UTF_8),
                Map.of("gobridge.meta", MessageAttributeValue.builder().dataType("String").stringValue("{broken").build()));
    }

    @Override
    public List<Envelope> received() {
        // The bridge behind takes its time: what is in the target has arrived as well.
        await().atMost(Duration.ofSeconds(5)).until(() -> sqs.depth(target).isEmpty());
        return received;
    }

    @Override
    public int remaining() {
        return sqs.depth(source).total();
    }

    @Override
    public void restartBroker() {
        sqs.kill();
        sqs.restart();
    }

    @Override
    public void close() {
        behind.close().toCompletableFuture().join();
        before.close().toCompletableFuture().join();
        others.stop();
        threads.shutdownNow();
    }
}
