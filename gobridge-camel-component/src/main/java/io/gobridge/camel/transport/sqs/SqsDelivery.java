package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** One received SQS message. Thread-safe. */
final class SqsDelivery implements Delivery {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final ReceivedMessage message;
    private final String receiptHandle;
    private final Instant receivedAt;
    private final SqsSource source;
    private volatile boolean isSettled;

    SqsDelivery(ReceivedMessage message, String receiptHandle, Instant receivedAt, SqsSource source) {
        this.message = message;
        this.receiptHandle = receiptHandle;
        this.receivedAt = receivedAt;
        this.source = source;
    }

    /** What all deliveries of one receiver share. */
    record SqsSource(SqsSettlement settlement, Scheduler scheduler, Capabilities capabilities) {
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
        return message.attempt();
    }

    @Override
    public IdentityKind identity() {
        return IdentityKind.STABLE;
    }

    @Override
    public String group() {
        return message.group();
    }

    @Override
    public Capabilities capabilities() {
        return source.capabilities();
    }

    @Override
    public CompletionStage<Void> ack() {
        return settle(() -> source.settlement().delete(receiptHandle));
    }

    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        int seconds = Visibilities.seconds(after, sinceReceipt());
        return settle(() -> source.settlement().changeVisibility(receiptHandle, seconds));
    }

    /** Does nothing once the delivery is settled: an extension behind a retry would put the retry off. */
    @Override
    public CompletionStage<Void> extend(Instant until) {
        if (isSettled) {
            return CompletableFuture.completedFuture(null);
        }
        Duration wait = Duration.between(source.scheduler().clock().instant(), until);
        int seconds = Visibilities.seconds(wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait, sinceReceipt());
        if (seconds == 0) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.LOCK_LOST, tooLong()));
        }
        CompletableFuture<Void> extended = new CompletableFuture<>();
        source.settlement().changeVisibility(receiptHandle, seconds)
                .whenComplete((nothing, error) -> end(extended, isSettled ? null : error));
        return extended;
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED,
                "SQS has no reject: a redrive policy moves a message after enough receipts"));
    }

    private CompletionStage<Void> settle(Supplier<CompletionStage<Void>> call) {
        isSettled = true;
        CompletableFuture<Void> settled = new CompletableFuture<>();
        call.get().whenComplete((nothing, error) -> {
            isSettled = error == null;
            end(settled, error);
        });
        return settled;
    }

    private static void end(CompletableFuture<Void> stage, Throwable error) {
        if (error == null) {
            stage.complete(null);
        } else {
            stage.completeExceptionally(error);
        }
    }

    private String tooLong() {
        return "Message " + message.envelope().id() + " was received at " + receivedAt
               + "; SQS holds a message back for no longer than " + Visibilities.LONGEST;
    }

    private Duration sinceReceipt() {
        return Duration.between(receivedAt, source.scheduler().clock().instant());
    }
}
