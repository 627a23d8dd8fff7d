package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;

import static org.awaitility.Awaitility.await;

/** Broker-J as the contract needs it. */
record BrokerJ(EmbeddedBrokerJ broker) implements Amqp091Fixture.Amqp091Broker {

    private static final Duration SETTLING = Duration.ofMillis(100);

    private static final int STEADY = 3;

    @Override
    public int port() {
        return broker.port();
    }

    /** Broker-J would hand a rejected message over again if it might be delivered more than once. */
    @Override
    public Map<String, Object> queueArguments() {
        return Map.of("x-qpid-maximum-delivery-count", 1);
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.BROKER, Feature.KEEPS_UNSETTLED);
    }

    /** Reads until it stays the same for a while: AMQP 0-9-1 does not confirm acknowledgements. */
    @Override
    public int remaining(String queue) {
        AtomicInteger last = new AtomicInteger(broker.depth(queue));
        AtomicInteger same = new AtomicInteger();
        await().pollDelay(Duration.ZERO).pollInterval(SETTLING).until(() -> {
            int now = broker.depth(queue);
            same.set(last.getAndSet(now) == now ? same.get() + 1 : 0);
            return now == 0 || same.get() >= STEADY;
        });
        return last.get();
    }

    @Override
    public void restart() {
        broker.kill();
        broker.restart();
    }
}
