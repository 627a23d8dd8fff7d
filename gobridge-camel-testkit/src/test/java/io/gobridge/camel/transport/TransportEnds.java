package io.gobridge.camel.transport;

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
import java.util.concurrent.RejectedExecutionException;
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
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;

import static org.awaitility.Awaitility.await;

/** Receivers and senders of a transport as a CamelContext would have them, one session per key. */
public final class TransportEnds implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    private final ExecutorService io = Executors.newCachedThreadPool();
    private final Scheduler scheduler = new SystemScheduler(timers);
    private final Transport transport;
    private final Map<String, Session> sessions = new HashMap<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();
    private volatile boolean refusesWork;

    public TransportEnds(Transport transport) {
        this.transport = transport;
        context.start();
    }

    /** A source that runs, and what it handed over. */
    public record Source(Receiver receiver, List<Delivery> taken, CompletionStage<Void> started) {

        public Delivery take(int index) {
            if (taken.size() <= index) {
                await().until(() -> taken.size() > index);
            }
            return taken.get(index);
        }

        public List<String> payloads() {
            return taken.stream().map(delivery -> delivery.envelope().payload().toText()).toList();
        }
    }

    public void bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
    }

    /** Starts a source without waiting for it. */
    public Source receive(String uri, int maxInFlight) {
        Endpoint endpoint = context.getEndpoint(uri);
        EndpointCheck check = new EndpointCheck("source.", new ConfigurationProblems());
        Receiver receiver
                = session(endpoint)
                        .receiver(new ReceiverSpec(endpoint, maxInFlight, scheduler, new Random(1), this::work, check));
        receivers.add(receiver);
        List<Delivery> taken = new CopyOnWriteArrayList<>();
        CompletionStage<Void> started = receiver.start(taken::add);
        receiver.request(maxInFlight);
        return new Source(receiver, taken, started);
    }

    public Source receiveNow(String uri, int maxInFlight) throws Exception {
        Source source = receive(uri, maxInFlight);
        source.started().toCompletableFuture().get(20, TimeUnit.SECONDS);
        await().until(() -> source.receiver().health().isUp());
        return source;
    }

    public Sender sender(String uri) {
        Endpoint endpoint = context.getEndpoint(uri);
        EndpointCheck check = new EndpointCheck("target.", new ConfigurationProblems());
        Sender sender = session(endpoint).sender(new SenderSpec(endpoint, scheduler, new Random(1), this::work, check));
        senders.add(sender);
        return sender;
    }

    public static OutboundMessage message(String id, String payload) {
        return new OutboundMessage(envelope(id).payload(Payload.ofText(payload)).build(), "");
    }

    public static Envelope.Builder envelope(String id) {
        return Envelope.withId(id).createdAt(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public static void sent(CompletionStage<Void> stage) throws Exception {
        stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    public static BridgeException failure(CompletionStage<?> stage) {
        await().atMost(20, TimeUnit.SECONDS).until(() -> stage.toCompletableFuture().isDone());
        return stage.handle((nothing, error) -> new Failures(List.of()).of(error)).toCompletableFuture().join();
    }

    /** Does no more blocking work, as a CamelContext that has shut down its threads. */
    public void refuseWork() {
        refusesWork = true;
    }

    private void work(Runnable task) {
        if (refusesWork) {
            throw new RejectedExecutionException("No thread is left");
        }
        io.execute(task);
    }

    /** Leaves it to the test to close a receiver and a sender. */
    public void forget(Receiver receiver, Sender sender) {
        receivers.remove(receiver);
        senders.remove(sender);
    }

    public void close(Receiver receiver) {
        receiver.close().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        receivers.remove(receiver);
    }

    private Session session(Endpoint endpoint) {
        return sessions.computeIfAbsent(transport.sessionKey(endpoint), transport::session);
    }

    @Override
    public void close() {
        refusesWork = false;
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
