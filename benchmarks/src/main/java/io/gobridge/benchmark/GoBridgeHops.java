package io.gobridge.benchmark;

import java.time.Instant;
import java.util.Map;

import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;

/** Two hops over gobridge's queues on the heap: each message is held until it is settled. */
final class GoBridgeHops implements Hops {

    private final int inFlight;
    private MemoryQueue in;
    private MemoryQueue out;

    GoBridgeHops(int inFlight) {
        this.inFlight = inFlight;
    }

    @Override
    public void addTo(CamelContext context, Processor end) throws Exception {
        context.getRegistry().bind("deadLetters", new MemoryDeadLetterStore());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(source("in")).to("gobridge:out?target=gobridge-memory:out");
                from(source("out")).process(end);
            }
        });
        in = context.getEndpoint("gobridge-memory:in", MemoryEndpoint.class).getQueue();
        out = context.getEndpoint("gobridge-memory:out", MemoryEndpoint.class).getQueue();
    }

    private String source(String name) {
        return "gobridge:" + name + "?source=gobridge-memory:" + name + "&maxInFlight=" + inFlight + "&deadLetter=#deadLetters";
    }

    @Override
    public void put(int index, byte[] payload, Map<String, Object> headers) {
        Envelope envelope = Envelope.withId("message-" + index).payload(Payload.ofImmutable(payload))
                .headers(Headers.of(headers)).createdAt(Instant.now()).build();
        if (!in.put(envelope)) {
            throw new IllegalStateException("The queue is full, which the feeder's window should prevent");
        }
    }

    @Override
    public boolean areIdle() {
        return in.size() == 0 && out.size() == 0;
    }
}
