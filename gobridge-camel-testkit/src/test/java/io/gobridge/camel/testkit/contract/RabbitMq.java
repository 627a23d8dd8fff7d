package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.testkit.contract.TransportFixture.Feature;

/** A RabbitMQ on 127.0.0.1:5672; it does not say what is unacknowledged. */
enum RabbitMq implements Amqp091Fixture.Amqp091Broker {

    /** Queues of the usual kind. */
    CLASSIC("classic"),
    /** Queues that are replicated and count. */
    QUORUM("quorum");

    private final String queueType;

    RabbitMq(String queueType) {
        this.queueType = queueType;
    }

    @Override
    public int port() {
        return 5672;
    }

    @Override
    public Map<String, Object> queueArguments() {
        return Map.of("x-queue-type", queueType);
    }

    @Override
    public boolean countsAttempts() {
        return this == QUORUM;
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.noneOf(Feature.class);
    }
}
