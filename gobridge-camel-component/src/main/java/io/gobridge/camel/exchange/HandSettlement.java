package io.gobridge.camel.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.exchange.InFlight.State;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a route may do with its delivery: extend it at any time, and settle it with {@code settlement=manual}. */
final class HandSettlement {

    private static final Logger LOG = LoggerFactory.getLogger(HandSettlement.class);

    private final IntakeSettings settings;
    private final Settler settler;
    private final Intake intake;

    HandSettlement(IntakeSettings settings, Settler settler, Intake intake) {
        this.settings = settings;
        this.settler = settler;
        this.intake = intake;
    }

    boolean isAllowed() {
        return settings.settlesByHand();
    }

    CompletionStage<Void> ack(InFlight delivery) {
        return once(delivery, () -> settler.ack(delivery, Ending.COMPLETED));
    }

    CompletionStage<Void> reject(InFlight delivery, Throwable reason) {
        if (!delivery.capabilities().rejects()) {
            return refused("The source has no dead-lettering of its own; delivery " + delivery.envelope().id()
                           + " is still to be settled");
        }
        return once(delivery, () -> settler.reject(delivery, reason));
    }

    CompletionStage<Void> retry(InFlight delivery, Duration after, Throwable reason) {
        if (after == null) {
            return refused("A retry needs a wait; delivery " + delivery.envelope().id() + " is still to be settled");
        }
        return once(delivery, () -> {
            intake.gate().passed(delivery);
            if (delivery.capabilities().carries(after) && delivery.orderKey().isEmpty()) {
                return settler.returnToSource(delivery, after, reason);
            }
            intake.hold(delivery, after, () -> intake.run(delivery));
            return CompletableFuture.completedFuture(null);
        });
    }

    CompletionStage<Void> extend(InFlight delivery, Instant until) {
        return Stages.call(() -> delivery.source().extend(until)).thenRun(() -> delivery.lock().until(until));
    }

    private CompletionStage<Void> once(InFlight delivery, Supplier<CompletionStage<Void>> settle) {
        if (!settings.settlesByHand()) {
            return refused("The bridge settles delivery " + delivery.envelope().id()
                           + " when its exchange ends; nothing was settled. Set settlement=manual to settle in the route");
        }
        if (delivery.isLost()) {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.LOCK_LOST, "The source took delivery "
                                                                                            + delivery.envelope().id()
                                                                                            + " back; it will come again"));
        }
        if (delivery.takeOver(State.RUNNING) || delivery.takeOver(State.BY_HAND)) {
            return settle.get();
        }
        if (delivery.firstIdleCall()) {
            LOG.warn("route={} id={}: the delivery is settled already; further calls do nothing", settings.routeId(),
                    delivery.envelope().id());
        }
        return CompletableFuture.completedFuture(null);
    }

    private static CompletionStage<Void> refused(String why) {
        return CompletableFuture.failedFuture(BridgeException.of(FailureCode.NOT_SUPPORTED, why));
    }
}
