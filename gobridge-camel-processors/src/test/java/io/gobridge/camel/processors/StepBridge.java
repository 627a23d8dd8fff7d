package io.gobridge.camel.processors;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A CamelContext with a clock that a test moves, and the queues {@code orders} and {@code plant} in memory. */
public final class StepBridge implements AutoCloseable {

    /** Receives from {@code orders}; a failed run is tried again after 1 s, then 2 s, and so on up to 30 s. */
    public static final String SOURCE = "gobridge:orders?source=gobridge-memory:orders&deadLetter=#deadLetters"
                                        + "&backoff.initial=1s&backoff.max=30s&backoff.jitter=0";
    /** Sends to {@code plant}. */
    public static final String TARGET = "gobridge:plant?target=gobridge-memory:plant";

    public final SettableClock clock = new SettableClock();
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final MemoryDeadLetterStore deadLetters = new MemoryDeadLetterStore();
    private final AtomicInteger ids = new AtomicInteger();

    public StepBridge() {
        context.getShutdownStrategy().setTimeout(5);
        bind("deadLetters", deadLetters);
        bind("clock", clock);
    }

    public StepBridge bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
        return this;
    }

    /** Starts one route; a bridge's route has the id {@code in}. */
    public StepBridge start(LambdaRouteBuilder... routes) {
        try {
            for (LambdaRouteBuilder route : routes) {
                RouteBuilder.addRoutes(context, route);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
        return this;
    }

    public DefaultCamelContext context() {
        return context;
    }

    public MemoryQueue queue(String name) {
        return context.getEndpoint("gobridge-memory:" + name, MemoryEndpoint.class).getQueue();
    }

    public void put(int messages) {
        for (int i = 0; i < messages; i++) {
            put("m" + ids.incrementAndGet(), Map.of());
        }
    }

    public void put(String id, Map<String, Object> headers) {
        queue("orders").put(message(id, "text of " + id, headers));
    }

    public Envelope message(String id, String text, Map<String, Object> headers) {
        return Envelope.withId(id).createdAt(clock.instant()).payload(Payload.ofText(text)).headers(Headers.of(headers))
                .build();
    }

    public List<String> arrived() {
        return queue("plant").messages().stream().map(Envelope::id).toList();
    }

    public List<DeadLetter> dead() {
        return deadLetters.entries();
    }

    public GoBridgeConsumer consumer() {
        return (GoBridgeConsumer) context.getRoute("in").getConsumer();
    }

    public DeliveryCounts counts() {
        return consumer().counts();
    }

    public boolean isPaused() {
        return consumer().reasons().stream().anyMatch(reason -> reason.contains("intake is paused"));
    }

    /** Waits until the assertion holds, while the clock stands still. */
    public void soon(Runnable assertion) {
        await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(5))
                .untilAsserted(assertion::run);
    }

    /** Waits until the assertion holds, while the clock runs by the tick. */
    public void eventually(Duration tick, Runnable assertion) {
        await().pollInSameThread().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> {
                    try {
                        assertion.run();
                    } catch (AssertionError e) {
                        clock.advance(tick);
                        throw e;
                    }
                });
    }

    public void assertBalanced() {
        assertThat(counts().isBalanced()).as(counts().toString()).isTrue();
    }

    @Override
    public void close() {
        context.stop();
    }
}
