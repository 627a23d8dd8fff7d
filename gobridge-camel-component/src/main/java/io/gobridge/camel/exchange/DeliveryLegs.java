package io.gobridge.camel.exchange;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.Legs;
import io.gobridge.camel.exchange.InFlight.State;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedLeg;
import io.gobridge.camel.failure.FailureCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The legs of one run of a delivery. */
final class DeliveryLegs implements Legs {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLegs.class);

    private final InFlight delivery;
    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final Map<String, Integer> completed = new ConcurrentHashMap<>();

    DeliveryLegs(InFlight delivery, IntakeSettings settings, IntakePorts ports) {
        this.delivery = delivery;
        this.settings = settings;
        this.ports = ports;
    }

    @Override
    public String begin(String dispatch) {
        return dispatch + "#" + completed.getOrDefault(dispatch, 0);
    }

    @Override
    public void completed(String dispatch) {
        completed.merge(dispatch, 1, Integer::sum);
    }

    @Override
    public boolean isSettled(String leg) {
        return !ports.legs().isEmpty() && ports.legs().contains(key(), leg);
    }

    @Override
    public void settled(String leg) {
        // Too late: who comes under this identity after the end is a new message, and must not miss a leg.
        if (delivery.state() != State.ENDED) {
            ports.legs().add(key(), leg);
        }
    }

    @Override
    public CompletionStage<Void> end(FailedLeg leg, BridgeException failure) {
        return switch (settings.policy().onPermanentFailure()) {
            case DLQ -> deadLetter(leg, failure);
            case DROP -> dropped(leg, failure);
            // Only the source could reject, and it knows the message, not its legs.
            case REJECT -> CompletableFuture.failedFuture(failure);
        };
    }

    private CompletionStage<Void> deadLetter(FailedLeg leg, BridgeException failure) {
        LOG.warn("route={} id={}: dead letter, binding={} code={}: {}", settings.routeId(), delivery.envelope().id(),
                leg.binding(), failure.code(), failure.getMessage());
        DeadLetter entry = new DeadLetterEntries(settings).describe(delivery.envelope(), delivery.history(), failure, leg,
                ports.scheduler().clock().instant());
        return Stages.callInTime(ports.scheduler(), () -> ports.deadLetters().write(entry)).handle((written, error) -> {
            if (error != null) {
                throw BridgeException.of(FailureCode.DEAD_LETTER_STORE, "The dead-letter store did not confirm message "
                                                                        + delivery.envelope().id() + " for binding '"
                                                                        + leg.binding()
                                                                        + "'; the message stays at its source",
                        error);
            }
            return null;
        });
    }

    private CompletionStage<Void> dropped(FailedLeg leg, BridgeException failure) {
        LOG.warn("route={} id={}: dropped for binding={} code={}: {}", settings.routeId(), delivery.envelope().id(),
                leg.binding(), failure.code(), failure.getMessage());
        return CompletableFuture.completedFuture(null);
    }

    /** The payload belongs to it: two messages with one id by mistake must not have their legs in common. */
    private String key() {
        return delivery.legsKey(() -> settings.attemptKey(delivery.envelope()) + ":"
                                      + delivery.envelope().payload().hashCode());
    }
}
