package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.testkit.FakeBroker;
import io.gobridge.camel.testkit.SettableClock;
import io.gobridge.camel.testkit.faults.RecordingSender;
import org.apache.camel.CamelContext;

/** A source with any capabilities, and a target that takes all. */
final class FakeFixture implements TransportFixture {

    final SettableClock clock = new SettableClock();
    final FakeBroker broker;
    private final Capabilities capabilities;
    private final IdentityKind identity;
    private final RecordingSender target = new RecordingSender(clock);

    FakeFixture(Capabilities capabilities, IdentityKind identity) {
        this.capabilities = capabilities;
        this.identity = identity;
        this.broker = new FakeBroker(capabilities, identity, clock);
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public IdentityKind identity() {
        return identity;
    }

    @Override
    public Set<Feature> features() {
        EnumSet<Feature> features = EnumSet.complementOf(EnumSet.of(Feature.UNDECODABLE, Feature.BROKER));
        if (identity == IdentityKind.GENERATED) {
            features.remove(Feature.HEADERS);
        }
        return features;
    }

    @Override
    public Optional<SettableClock> clock() {
        return Optional.of(clock);
    }

    @Override
    public void prepare(CamelContext context) {
        context.getRegistry().bind("source", broker.receiver());
        context.getRegistry().bind("target", target);
    }

    @Override
    public String source() {
        return "source=#source";
    }

    @Override
    public String target() {
        return "target=#target";
    }

    @Override
    public void put(Envelope message) {
        broker.put(message);
    }

    @Override
    public List<Envelope> received() {
        return target.envelopes();
    }

    @Override
    public int remaining() {
        return broker.size();
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
