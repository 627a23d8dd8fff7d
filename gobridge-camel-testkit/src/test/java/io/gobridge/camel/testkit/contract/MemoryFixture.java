package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.transport.memory.MemoryEndpoint;
import io.gobridge.camel.transport.memory.MemoryTransport;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** Two queues on the heap, owned by a context that no bridge runs in, and a clock that stands still. */
final class MemoryFixture implements LinkFixture {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name = "memory-" + NUMBER.incrementAndGet();
    private final CamelContext owner = new DefaultCamelContext();
    private final SettableClock clock = new SettableClock();
    private final MemoryEndpoint source = owner.getEndpoint("gobridge-memory:source", MemoryEndpoint.class);
    private final MemoryEndpoint target = owner.getEndpoint("gobridge-memory:target", MemoryEndpoint.class);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Capabilities capabilities() {
        return new MemoryTransport().capabilities();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.complementOf(EnumSet.of(Feature.UNDECODABLE, Feature.BROKER));
    }

    @Override
    public Optional<SettableClock> clock() {
        return Optional.of(clock);
    }

    @Override
    public void prepare(CamelContext context) {
        context.getRegistry().bind(name + "-source", source);
        context.getRegistry().bind(name + "-target", target);
    }

    @Override
    public String source() {
        return "source=#" + name + "-source";
    }

    @Override
    public String target() {
        return "target=#" + name + "-target";
    }

    @Override
    public String intake() {
        return "target=#" + name + "-source";
    }

    @Override
    public void put(Envelope message) {
        source.getQueue().put(message);
    }

    @Override
    public List<Envelope> received() {
        return target.getQueue().messages();
    }

    @Override
    public int remaining() {
        return source.getQueue().size();
    }

    @Override
    public void close() {
        owner.stop();
    }
}
