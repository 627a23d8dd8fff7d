package io.gobridge.camel.amqp10;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.delivery.SystemScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.amqp10.AmqpTransport;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;

import static org.awaitility.Awaitility.await;

/** Receivers and senders of the transport as a CamelContext would have them, one session per key, at one broker. */
final class AmqpEnds implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    private final ExecutorService io = Executors.newCachedThreadPool();
    private final Scheduler scheduler = new SystemScheduler(timers);
    private final AmqpTransport transport = new AmqpTransport();
    private final Map<String, Session> sessions = new HashMap<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();

    AmqpEnds(String url) {
        context.getRegistry().bind("broker", new JmsConnectionFactory(url));
        context.start();
    }

    /** A source that runs, and what it handed over. */
    record Source(Receiver receiver, List<Delivery> taken, CompletionStage<Void> started) {

        Delivery take(int index) {
            if (taken.size() <= index) {
                await().until(() -> taken.size() > index);
            }
            return taken.get(index);
        }

        List<String> payloads() {
            return taken.stream().map(delivery -> delivery.envelope().payload().toText()).toList();
        }
    }

    /** Starts a source without waiting for it. */
    Source receive(String uri, int maxInFlight) {
        Endpoint endpoint = context.getEndpoint("amqp:" + uri);
        Receiver receiver = session(endpoint).receiver(new ReceiverSpec(endpoint, maxInFlight, scheduler, new Random(1), io, check()));
        receivers.add(receiver);
        List<Delivery> taken = new CopyOnWriteArrayList<>();
        CompletionStage<Void> started = receiver.start(taken::add);
        receiver.request(maxInFlight);
        return new Source(receiver, taken, started);
    }

    Source receiveNow(String uri, int maxInFlight) throws Exception {
        Source source = receive(uri, maxInFlight);
        source.started().toCompletableFuture().get(20, TimeUnit.SECONDS);
        await().until(() -> source.receiver().health().isUp());
        return source;
    }

    Sender sender(String uri) {
        Endpoint endpoint = context.getEndpoint("amqp:" + uri);
        Sender sender = session(endpoint).sender(new SenderSpec(endpoint, scheduler, new Random(1), io, check()));
        senders.add(sender);
        return sender;
    }

    static OutboundMessage message(String id, String payload) {
        return new OutboundMessage(envelope(id).payload(Payload.ofText(payload)).build(), "");
    }

    static Envelope.Builder envelope(String id) {
        return Envelope.withId(id).createdAt(Instant.parse("2026-01-01T00:00:00Z"));
    }

    static void sent(CompletionStage<Void> stage) throws Exception {
        stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    static BridgeException failure(CompletionStage<?> stage) {
        await().atMost(20, TimeUnit.SECONDS).until(() -> stage.toCompletableFuture().isDone());
        return stage.handle((nothing, error) -> new Failures(List.of()).of(error)).toCompletableFuture().join();
    }

    void close(Receiver receiver) {
        receiver.close().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        receivers.remove(receiver);
    }

    private Session session(Endpoint endpoint) {
        return sessions.computeIfAbsent(transport.sessionKey(endpoint), transport::session);
    }

    private static EndpointCheck check() {
        return new EndpointCheck("", new ConfigurationProblems());
    }

    @Override
    public void close() {
        for (Receiver receiver : List.copyOf(receivers)) {
            close(receiver);
        }
        for (Sender sender : senders) {
            sender.close().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        }
        sessions.values().forEach(Session::close);
        timers.shutdownNow();
        io.shutdown();
        context.stop();
    }
}
