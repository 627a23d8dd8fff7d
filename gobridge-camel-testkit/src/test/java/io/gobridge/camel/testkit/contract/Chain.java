package io.gobridge.camel.testkit.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.GoBridgeComponent;
import io.gobridge.camel.GoBridgeConsumer;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MemoryDeadLetterStore;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.exchange.GoBridgeConstants;
import io.gobridge.camel.routing.Binding;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Bridges of their own, {@code bridge-1}, {@code bridge-2}, ..., each a context, with brokers between them. */
final class Chain implements AutoCloseable {

    private static final String PREFIX = "target.";

    private final boolean trusts;
    private final List<DefaultCamelContext> bridges = new ArrayList<>();
    private final List<Passage> passages = new CopyOnWriteArrayList<>();

    /**
     * A message in a bridge.
     *
     * @param message as its route has it
     * @param at      when
     */
    record Passage(Envelope message, Instant at) {

        /** Returns how long the message has to live. */
        Duration remaining() {
            return Duration.between(at, message.expiresAt().orElseThrow());
        }
    }

    /** Makes a chain without bridges, whose bridges trust each other or not. */
    Chain(boolean trusts) {
        this.trusts = trusts;
    }

    /** Starts a bridge for each link that sends to the next link, and for the last one, which sends to the end. */
    Chain over(List<LinkFixture> links, LinkFixture end) throws Exception {
        for (int i = 0; i < links.size(); i++) {
            boolean isLast = i == links.size() - 1;
            LinkFixture next = isLast ? end : links.get(i + 1);
            bridge(links.get(i), next, isLast ? next.target() : next.intake());
        }
        return this;
    }

    /** Starts a bridge from the source of a link. */
    void bridge(LinkFixture from, LinkFixture to, String target) throws Exception {
        start(newBridge(from, to), from, "gobridge:out?" + target);
    }

    /** Starts a bridge that sends each message to two links. */
    void fork(LinkFixture from, LinkFixture left, LinkFixture right) throws Exception {
        DefaultCamelContext bridge = newBridge(from, left, right);
        bridge.getRegistry().bind("left", binding(bridge, left.intake()));
        bridge.getRegistry().bind("right", binding(bridge, right.intake()));
        start(bridge, from, "gobridge:out?bindings=left,right&dispatchMode=fan_out");
    }

    /** Returns the message as each bridge had it, in the order of time. */
    List<Passage> passages() {
        return passages;
    }

    /** Returns how many deliveries the bridge of this number, from 1, has completed. */
    long completed(int bridge) {
        return ((GoBridgeConsumer) bridges.get(bridge - 1).getRoute("through").getConsumer()).counts().completed();
    }

    @Override
    public void close() {
        bridges.forEach(DefaultCamelContext::stop);
    }

    private DefaultCamelContext newBridge(LinkFixture... links) {
        DefaultCamelContext bridge = new DefaultCamelContext();
        bridges.add(bridge);
        bridge.getShutdownStrategy().setTimeout(2);
        bridge.getComponent("gobridge", GoBridgeComponent.class).setBridgeId("bridge-" + bridges.size());
        bridge.getRegistry().bind("deadLetters", DeadLetterStore.class, new MemoryDeadLetterStore());
        for (LinkFixture link : links) {
            link.prepare(bridge);
        }
        return bridge;
    }

    private void start(DefaultCamelContext bridge, LinkFixture source, String target) throws Exception {
        bridge.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("gobridge:in?" + source.source() + "&trustBridgeHeaders=" + trusts).routeId("through")
                        .process(exchange -> passages.add(new Passage(
                                exchange
                                        .getProperty(GoBridgeConstants.DELIVERY, Delivery.class).envelope(),
                                Clock.systemUTC().instant())))
                        .to(target);
            }
        });
        bridge.start();
    }

    /** Makes a binding of what a URI would say. */
    private static Binding binding(CamelContext bridge, String options) {
        Binding binding = new Binding();
        Map<String, Object> targetOptions = new LinkedHashMap<>();
        for (String option : options.split("&", -1)) {
            String[] parts = option.split("=", 2);
            if (parts[0].startsWith(PREFIX)) {
                targetOptions.put(parts[0].substring(PREFIX.length()), parts[1]);
            } else if (parts[1].startsWith("#")) {
                binding.setTarget(bridge.getRegistry().lookupByName(parts[1].substring(1)));
            } else {
                binding.setTarget(parts[1]);
            }
        }
        binding.setTargetOptions(targetOptions);
        return binding;
    }
}
