package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import reactor.core.publisher.Mono;

/** One received Service Bus message. Thread-safe. */
final class ServiceBusDelivery implements Delivery {

    /** Of a dead letter's reason, and of its description. */
    private static final int LONGEST_REASON = 4096;

    /** The least wait that is worth a copy of the message. */
    private static final Duration SHORTEST_ASIDE = Duration.ofSeconds(1);

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private static final Failures FAILURES = new Failures(List.of());

    private final ReceivedMessage message;
    private final Receipt receipt;
    private final Lease lease;
    private final Reception reception;
    private final AtomicBoolean isSettled = new AtomicBoolean();
    private volatile Duration window;

    ServiceBusDelivery(ReceivedMessage message, Receipt receipt, Lease lease, Reception reception) {
        this.message = message;
        this.receipt = receipt;
        this.lease = lease;
        this.reception = reception;
        this.window = receipt.window();
    }

    /**
     * How the message came.
     *
     * @param wire    the message as it came
     * @param session its session; empty text for none
     * @param window  how long its lock still holds; zero for none
     */
    record Receipt(ServiceBusReceivedMessage wire, String session, Duration window) {
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
        return (int) Math.min(Integer.MAX_VALUE, receipt.wire().getDeliveryCount() + 1);
    }

    @Override
    public IdentityKind identity() {
        return message.identity();
    }

    @Override
    public String group() {
        return receipt.session();
    }

    @Override
    public Capabilities capabilities() {
        return reception.capabilities().withLockWindow(window);
    }

    @Override
    public CompletionStage<Void> ack() {
        if (isGone()) {
            lease.ended();
            return DONE;
        }
        return settle("Complete", lease::complete);
    }

    /**
     * Abandons, which counts as a delivery that failed. The runtime holds waits, so there is none here, but for long
     * ones where the source may schedule copies.
     */
    @Override
    public CompletionStage<Void> retry(Duration after, Throwable reason) {
        if (isGone()) {
            lease.ended();
            return failed(FailureCode.LOCK_LOST, "cannot be given back: Service Bus deleted it when it handed it over");
        }
        return after.compareTo(SHORTEST_ASIDE) < 0 || reception.capabilities().longestRetry().isZero()
                ? settle("Abandon", lease::abandon) : settle(() -> putAside(after));
    }

    /** The copy first: when there is an end between the two, there are two messages and not none. */
    private CompletionStage<Void> putAside(Duration after) {
        return reception.persistence()
                .settle("Scheduling a copy", () -> reception.copies().schedule(receipt.wire(), envelope(), after))
                .thenCompose(nothing -> reception.persistence().settle("Complete", lease::complete));
    }

    /** Renews the lock once, for as long as the entity says, whatever the instant; the runtime asks again in time. */
    @Override
    public CompletionStage<Void> extend(Instant until) {
        if (isGone() || isSettled.get()) {
            return DONE;
        }
        CompletableFuture<Void> extended = new CompletableFuture<>();
        CompletionStage<OffsetDateTime> renewed = Mono.defer(lease::renew).toFuture();
        renewed.whenComplete((lockedUntil, error) -> {
            if (error == null) {
                window = reception.window(lockedUntil);
                extended.complete(null);
            } else if (isSettled.get()) {
                extended.complete(null);
            } else {
                extended.completeExceptionally(lost(ServiceBusFailures.of(error, "Renewing a lock")));
            }
        });
        return extended;
    }

    private BridgeException lost(BridgeException failure) {
        if (failure.code() == FailureCode.LOCK_LOST) {
            lease.ended();
        }
        return failure;
    }

    @Override
    public CompletionStage<Void> reject(Throwable reason) {
        if (isGone()) {
            return failed(FailureCode.NOT_SUPPORTED,
                    "cannot be dead-lettered: Service Bus deleted it when it handed it over");
        }
        BridgeException failure = FAILURES.of(reason);
        DeadLetterOptions options = new DeadLetterOptions()
                .setDeadLetterReason(ServiceBusText.truncated(failure.code().name(), LONGEST_REASON))
                .setDeadLetterErrorDescription(
                        ServiceBusText.truncated(String.valueOf(failure.getMessage()), LONGEST_REASON));
        return settle("Dead-lettering", () -> lease.deadLetter(options));
    }

    /** Service Bus has no lock on what it deleted when it handed it over. */
    private boolean isGone() {
        return !reception.capabilities().redelivers();
    }

    private CompletionStage<Void> settle(String what, Supplier<Mono<Void>> call) {
        return settle(() -> reception.persistence().settle(what, call));
    }

    private CompletionStage<Void> settle(Supplier<CompletionStage<Void>> how) {
        if (!isSettled.compareAndSet(false, true)) {
            return failed(FailureCode.LOCK_LOST, "is settled already");
        }
        CompletionStage<Void> settled = how.get();
        settled.whenComplete((nothing, error) -> lease.ended());
        return settled;
    }

    private CompletionStage<Void> failed(FailureCode code, String why) {
        return CompletableFuture.failedFuture(
                BridgeException.of(code, "Message " + message.envelope().id() + " " + why));
    }
}
