package io.gobridge.camel.transport.amqp091;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** One message of a queue. A broker closes the channel when a message is settled twice: it never is. Thread-safe. */
final class Amqp091Delivery implements Delivery {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    /** The least wait that is worth a copy of the message. */
    private static final Duration SHORTEST_ASIDE = Duration.ofSeconds(1);

    private final ReceivedMessage message;
    private final com.rabbitmq.client.Delivery wire;
    private final Epoch epoch;
    private final Clock clock;
    private final Instant receivedAt;
    private final AtomicBoolean isSettled = new AtomicBoolean();

    Amqp091Delivery(ReceivedMessage message, com.rabbitmq.client.Delivery wire, Epoch epoch, Clock clock) {
        this.message = message;
        this.wire = wire;
        this.epoch = epoch;
        this.clock = clock;
        this.receivedAt = clock.instant();
    }

    @Override
    public Envelope envelope() {
        return message.envelope();
    }

    @Override
    public Optional<BridgeException> defect() {
        return message.defect();
    }

    /** Returns one more than the count of a quorum queue, else 1. */
    @Override
    public int attempt() {
        return message.attempt();
    }

    @Override
    public IdentityKind identity() {
        return message.identity();
    }

    @Override
    public String group() {
        return "";
    }

    @Override
    public Capabilities capabilities() {
        return epoch.capabilities();
    }

    @Override
    public CompletionStage<Void> ack() {
        return settle(() -> epoch.settlements().ack(tag()));
    }

    /** Requeues at once; a wait that the broker can carry is spent in a queue beside. */
    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        if (after.compareTo(SHORTEST_ASIDE) < 0 || epoch.capabilities().longestRetry().isZero()) {
            return giveBack();
        }
        return settle(() -> epoch.putAside(wire, after));
    }

    /**
     * Does nothing as long as the broker waits: it does not extend its deadline. Past half of it, when there may be no
     * second call before the end, the message is put aside and comes again: else the broker would close the channel and
     * hand over again everything that is on it.
     */
    @Override
    public CompletionStage<Void> extend(Instant until) {
        if (!epoch.capabilities().hasLock() || age().compareTo(epoch.capabilities().lockWindow().dividedBy(2)) < 0) {
            return DONE;
        }
        return settle(() -> epoch.putAside(wire, SHORTEST_ASIDE))
                .thenCompose(nothing -> lost("was unsettled for " + age() + ", too long for the broker; it comes again"));
    }

    /** The queue's dead-letter exchange gets the message; without one the broker drops it. */
    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return settle(() -> epoch.settlements().reject(tag()));
    }

    /** Lets the queue hand it over again at once. */
    CompletionStage<Void> giveBack() {
        return settle(() -> epoch.settlements().requeue(tag()));
    }

    Epoch epoch() {
        return epoch;
    }

    private long tag() {
        return wire.getEnvelope().getDeliveryTag();
    }

    private Duration age() {
        return Duration.between(receivedAt, clock.instant());
    }

    /** What failed while the broker still waits can be tried again. */
    private CompletionStage<Void> settle(Supplier<CompletionStage<Void>> how) {
        if (!isSettled.compareAndSet(false, true)) {
            return lost("is settled already");
        }
        if (!epoch.isCurrent()) {
            return lost("came on a channel that is gone; the broker hands it over again");
        }
        return how.get().whenComplete((nothing, error) -> isSettled.set(error == null || !epoch.isCurrent()));
    }

    private CompletionStage<Void> lost(String why) {
        return CompletableFuture.failedFuture(
                BridgeException.of(FailureCode.LOCK_LOST, "Message " + message.envelope().id() + " " + why));
    }
}
