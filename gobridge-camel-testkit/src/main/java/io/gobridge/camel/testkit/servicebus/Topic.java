package io.gobridge.camel.testkit.servicebus;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Copies each message to all of its subscriptions. */
final class Topic extends Entity {

    private final List<MessageQueue> subscriptions = new ArrayList<>();

    Topic(String path, EntityOptions options, Clock clock, LongSupplier sequence) {
        super(path, options, clock, sequence);
    }

    void add(MessageQueue subscription) {
        subscriptions.add(subscription);
    }

    boolean isSessionful() {
        return subscriptions.stream().anyMatch(subscription -> subscription.options().isSessionful());
    }

    @Override
    void arrive(byte[] encoded, long sequenceNumber) {
        subscriptions.forEach(subscription -> subscription.arrive(encoded, sequenceNumber));
    }
}
