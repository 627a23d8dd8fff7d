package io.gobridge.camel.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;

/** A delivery that nobody settles. */
public record FakeDelivery(Envelope envelope, IdentityKind identity) implements Delivery {

    /** Has a stable identity. */
    public FakeDelivery(Envelope envelope) {
        this(envelope, IdentityKind.STABLE);
    }

    @Override
    public Optional<BridgeException> defect() {
        return Optional.empty();
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public String group() {
        return "";
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.none();
    }

    @Override
    public CompletionStage<Void> ack() {
        throw new AssertionError("Nobody settles");
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        throw new AssertionError("Nobody settles");
    }

    @Override
    public CompletionStage<Void> extend(Instant until) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        throw new AssertionError("Nobody settles");
    }
}
