package io.gobridge.camel.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;

/** A message of a {@link FakeBroker} under one receipt. */
final class FakeDelivery implements Delivery {

    private final FakeBroker broker;
    private final FakeReceiver receiver;
    private final FakeBroker.Stored message;
    private final Envelope envelope;
    private final int attempt;
    private final long receipt;

    FakeDelivery(FakeBroker broker, FakeReceiver receiver, FakeBroker.Stored message, Envelope envelope, int attempt) {
        this.broker = broker;
        this.receiver = receiver;
        this.message = message;
        this.envelope = envelope;
        this.attempt = attempt;
        this.receipt = message.receipt();
    }

    @Override
    public Envelope envelope() {
        return envelope;
    }

    @Override
    public Optional<BridgeException> defect() {
        return Optional.empty();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public IdentityKind identity() {
        return broker.identity();
    }

    @Override
    public String group() {
        return broker.capabilities().ordersGroups() ? envelope.identity().orderingKey() : "";
    }

    @Override
    public Capabilities capabilities() {
        return broker.capabilities();
    }

    @Override
    public CompletionStage<Void> ack() {
        receiver.settled(this);
        return broker.ack(message, receipt);
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        receiver.settled(this);
        return broker.retry(message, receipt, after);
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return broker.extend(message, receipt, until);
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        receiver.settled(this);
        return broker.reject(message, receipt);
    }

    void abandon() {
        broker.retry(message, receipt, Duration.ZERO);
    }
}
