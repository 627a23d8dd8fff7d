package io.gobridge.camel.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.delivery.SystemScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.servicebus.ServiceBusEmulator;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.servicebus.ServiceBusTransport;
import org.apache.camel.impl.DefaultCamelContext;

import static org.awaitility.Awaitility.await;

/** Receivers and senders of the transport as a CamelContext would have them, at one emulator. */
final class ServiceBusEnds implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ServiceBusEmulator emulator;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    private final ExecutorService io = Executors.newCachedThreadPool();
    private final Scheduler scheduler;
    private final Session session = new ServiceBusTransport().session("servicebus");
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<BatchSender> senders = new ArrayList<>();

    ServiceBusEnds(ServiceBusEmulator emulator) {
        this(emulator, null);
    }

    /** @param clock their time; null for real time */
    ServiceBusEnds(ServiceBusEmulator emulator, SettableClock clock) {
        this.emulator = emulator;
        this.scheduler = clock == null ? new SystemScheduler(timers) : clock;
        context.getRegistry().bind("retries", new AmqpRetryOptions().setMode(AmqpRetryMode.FIXED).setMaxRetries(1)
                .setDelay(Duration.ofMillis(50)).setTryTimeout(Duration.ofSeconds(5)));
        context.start();
    }

    /** A source that runs, and what it handed over. */
    record Source(Receiver receiver, List<Delivery> taken) {

        Delivery take(int index) {
            await().atMost(PATIENCE).until(() -> taken.size() > index);
            return taken.get(index);
        }

        List<String> payloads() {
            return taken.stream().map(delivery -> delivery.envelope().payload().toText()).toList();
        }
    }

    /** Starts a source that may have so many deliveries. */
    Source receive(String entity, int maxInFlight, String... options) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Receiver receiver = session.receiver(new ReceiverSpec(
                context.getEndpoint(uri(entity, options)), maxInFlight, scheduler, new Random(1), io,
                new EndpointCheck("source.", problems)));
        problems.throwIfAny("source");
        receivers.add(receiver);
        List<Delivery> taken = new CopyOnWriteArrayList<>();
        receiver.start(taken::add).toCompletableFuture().join();
        receiver.request(maxInFlight);
        return new Source(receiver, taken);
    }

    /** Makes a target. */
    BatchSender target(String entity, String... options) {
        ConfigurationProblems problems = new ConfigurationProblems();
        BatchSender sender = (BatchSender) session.sender(new SenderSpec(
                context.getEndpoint(uri(entity, options)), scheduler, new Random(1), io,
                new EndpointCheck("target.", problems)));
        problems.throwIfAny("target");
        senders.add(sender);
        return sender;
    }

    private String uri(String entity, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("amqpRetryOptions=#retries");
        return emulator.endpointUri(entity, all.toArray(String[]::new));
    }

    static OutboundMessage message(String text) {
        return new OutboundMessage(envelope(text).build(), "");
    }

    static Envelope.Builder envelope(String text) {
        return Envelope.withId(text).payload(Payload.ofText(text)).createdAt(Instant.parse("2026-01-01T12:00:00Z"));
    }

    void send(String entity, String... texts) {
        BatchSender sender = target(entity);
        for (String text : texts) {
            sender.send(message(text)).toCompletableFuture().join();
        }
    }

    /** Takes the next message of a queue as the official client sees it. */
    ServiceBusReceivedMessage official(String queue) {
        try (ServiceBusReceiverClient client = new ServiceBusClientBuilder().connectionString(emulator.connectionString())
                .receiver().queueName(queue).buildClient()) {
            ServiceBusReceivedMessage message = client.receiveMessages(1, PATIENCE).stream().findFirst().orElseThrow();
            client.complete(message);
            return message;
        }
    }

    /** Waits for the failure of a stage. */
    static BridgeException failure(CompletionStage<?> stage) {
        Throwable error = stage.handle((nothing, thrown) -> thrown).toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (error == null) {
            throw new AssertionError("It did not fail");
        }
        return new Failures(List.of()).of(error);
    }

    /** Waits for a stage. */
    static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        receivers.forEach(receiver -> done(receiver.close()));
        senders.forEach(sender -> done(sender.close()));
        context.stop();
        timers.shutdownNow();
        io.shutdownNow();
    }
}
