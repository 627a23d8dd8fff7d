package io.gobridge.camel.deadletter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.gobridge.camel.GoBridgeComponent;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.awaitility.Awaitility.await;

/** A bridge with dead letters to operate on, and a memory queue as the source of its messages. */
public final class RedriveStage implements AutoCloseable {

    /** Longest wait for anything. */
    public static final Duration LONG = Duration.ofSeconds(60);

    /** The beginning of most routes: two runs for each message, hardly any waits. */
    public static final String SOURCE = "gobridge:in?source=gobridge-memory:in&maxReplayAttempts=1&backoff.initial=10ms"
                                        + "&backoff.max=20ms";

    private final CamelContext context = new DefaultCamelContext();
    private final DeadLetterArchive archive;

    /** Keeps the dead letters in memory. */
    public RedriveStage() {
        this(new MemoryDeadLetterStore());
    }

    /** Keeps the dead letters in the archive. */
    public RedriveStage(DeadLetterArchive archive) {
        this.archive = archive;
        bind("deadLetters", archive);
    }

    public RedriveStage bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
        return this;
    }

    /** Starts the routes. */
    public RedriveStage start(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(context, routes);
        context.start();
        return this;
    }

    public CamelContext context() {
        return context;
    }

    public GoBridgeComponent component() {
        return context.getComponent("gobridge", GoBridgeComponent.class);
    }

    public DeadLetters deadLetters() {
        return component().deadLetters().orElseThrow();
    }

    public MemoryQueue queue() {
        return context.getEndpoint("gobridge-memory:in", MemoryEndpoint.class).getQueue();
    }

    public void put(String id) {
        put(id, Headers.empty());
    }

    public void put(String id, Headers headers) {
        put(Envelope.withId(id).payload(Payload.ofText(id)).createdAt(Instant.parse("2026-01-01T12:00:00Z"))
                .headers(headers).build());
    }

    public void put(Envelope message) {
        if (!queue().put(message)) {
            throw new IllegalStateException("The queue is full");
        }
    }

    /** Returns the entries as they are, oldest first. */
    public List<DeadLetter> entries() {
        return done(archive.list(DeadLetterFilter.ALL, "", DeadLetters.MOST_AT_ONCE)).entries().stream()
                .map(entry -> done(archive.get(entry.id())).orElseThrow()).toList();
    }

    /** Waits until there are so many dead letters and the source has nothing left, and returns them. */
    public List<DeadLetter> awaitEntries(int count) {
        await().atMost(LONG).until(() -> entries().size() == count && queue().size() == 0);
        return entries();
    }

    public RedriveResult redrive(DeadLetter entry) {
        return done(deadLetters().redrive(entry.id(), "test"));
    }

    public RedriveResult redrive(DeadLetter entry, RedriveEdit edit) {
        return done(deadLetters().redrive(entry.id(), edit, "test"));
    }

    /** Waits for the end of something. */
    public static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        context.stop();
    }
}
