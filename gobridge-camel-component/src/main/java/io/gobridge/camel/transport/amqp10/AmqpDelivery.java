package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.jms.Message;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** One received AMQP message. Thread-safe. */
final class AmqpDelivery implements Delivery {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final ReceivedMessage message;
    private final Message wire;
    private final int attempt;
    private final Subscription subscription;
    private final Capabilities capabilities;
    private final AtomicBoolean isSettled = new AtomicBoolean();

    AmqpDelivery(ReceivedMessage message, Message wire, int attempt, Subscription subscription, Capabilities capabilities) {
        this.message = message;
        this.wire = wire;
        this.attempt = attempt;
        this.subscription = subscription;
        this.capabilities = capabilities;
    }

    @Override
    public Envelope envelope() {
        return message.envelope();
    }

    @Override
    public Optional<BridgeException> defect() {
        return message.defect();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public IdentityKind identity() {
        return message.identity();
    }

    /** Returns none: a queue is ordered as a whole. */
    @Override
    public String group() {
        return "";
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Void> ack() {
        return settle(Disposition.ACCEPTED);
    }

    /**
     * Releases the message. A modified disposition would count the attempt, also of a message that only was there when
     * the bridge stopped, and some day the broker would dead-letter it.
     */
    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        return settle(Disposition.RELEASED);
    }

    /** Does nothing: AMQP sets no deadline. */
    @Override
    public CompletionStage<Void> extend(Instant until) {
        return DONE;
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return settle(Disposition.REJECTED);
    }

    private CompletionStage<Void> settle(Disposition disposition) {
        if (isSettled.compareAndSet(false, true)) {
            return subscription.settle(wire, disposition, describe());
        }
        return CompletableFuture.failedFuture(
                BridgeException.of(FailureCode.LOCK_LOST, describe() + " is settled already"));
    }

    private String describe() {
        return "Message " + message.envelope().id();
    }
}
