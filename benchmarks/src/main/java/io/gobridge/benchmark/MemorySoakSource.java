package io.gobridge.benchmark;

import java.time.Instant;
import java.util.List;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryQueue;
import org.apache.camel.CamelContext;

/** A bounded queue on the heap. */
record MemorySoakSource(MemoryQueue queue) implements SoakSource {

    private static final int CAPACITY = 5_000;
    private static final String URI = "gobridge-memory:in";

    static MemorySoakSource in(CamelContext context) {
        return new MemorySoakSource(context.getEndpoint(URI + "?capacity=" + CAPACITY, MemoryEndpoint.class).getQueue());
    }

    @Override
    public String options() {
        return "source=" + URI + "&source.capacity=" + CAPACITY;
    }

    @Override
    public boolean put(String id) {
        return queue.put(
                Envelope.withId(id).payload(Payload.ofImmutable(new byte[1_024])).createdAt(Instant.now()).build());
    }

    @Override
    public List<String> drain() {
        return queue.drain().stream().map(Envelope::id).toList();
    }

    @Override
    public void close() {
        // The queue ends with its context.
    }
}
