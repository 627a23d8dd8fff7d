package io.gobridge.camel.exchange;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.RedriveFailure;
import io.gobridge.camel.delivery.DeliveryCounter;
import io.gobridge.camel.delivery.MemoryAttemptLedger;
import io.gobridge.camel.delivery.SettledLegs;
import io.gobridge.camel.envelope.Envelope;
import org.apache.camel.support.DefaultConsumer;

/**
 * Runs dead letters through their route, each as a delivery of a source of its own: it is retried and settled like any
 * other, beside those of the route's source and counted apart from them. A fault of the target ends it at once.
 * Thread-safe.
 */
public final class RouteRedrives {

    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final DefaultConsumer consumer;
    private final Set<Intake> running = ConcurrentHashMap.newKeySet();

    /**
     * Uses what the route's own deliveries are worked on with.
     *
     * @param consumer creates exchanges and leads to the route
     */
    public RouteRedrives(IntakeSettings settings, IntakePorts ports, DefaultConsumer consumer) {
        this.settings = settings;
        this.ports = ports;
        this.consumer = consumer;
    }

    /** Runs the message, which comes from the entry. The stage completes with why it was not delivered, if so. */
    public CompletionStage<Optional<RedriveFailure>> redrive(DeadLetter entry, Envelope message) {
        RedriveTarget target = new RedriveTarget(entry.binding(), entry.address());
        RedriveDelivery delivery
                = new RedriveDelivery(entry, message, target, ports.failures(), ports.scheduler().clock());
        IntakePorts fresh = new IntakePorts(
                new MemoryAttemptLedger(), new SettledLegs(ports.scheduler().clock()), delivery, ports.failures(),
                List.of(delivery), ports.scheduler(), ports.workers(), ports.random());
        Intake intake = new Intake(
                settings.forRedrive(target), fresh, consumer, new IntakeSource(
                        delivery::capabilities, demand -> {
                        }, taken -> "", new DeliveryCounter()));
        running.add(intake);
        intake.start();
        intake.take(delivery);
        return delivery.result().whenComplete((failure, error) -> {
            running.remove(intake);
            intake.stop();
        });
    }

    /** Ends what runs: those dead letters stay. */
    public CompletionStage<Void> stop() {
        return CompletableFuture
                .allOf(running.stream().map(intake -> intake.stop().toCompletableFuture()).toArray(CompletableFuture[]::new));
    }
}
