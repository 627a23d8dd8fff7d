package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.delivery.RunControl;
import io.gobridge.camel.delivery.Settlement;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultConsumer;

/**
 * Takes one delivery through the route, once.
 *
 * <ol>
 * <li>a message that could not be decoded, or that keeps killing the process, does not run
 * <li>strip, lift, stamp, see {@link Ingress}; expiry and hops are looked at
 * <li>it is announced to a ledger that outlives this process, see {@link RunNotes}
 * <li>the exchange goes into the route with {@link SettleOnCompletion} attached
 * </ol>
 */
final class Run {

    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final Settlement settlement;
    private final Settler settler;
    private final Intake intake;
    private final DefaultConsumer consumer;
    private final Ingress ingress;
    private final ExchangeWriter writer;
    private final Outcomes outcomes;

    Run(IntakeSettings settings, IntakePorts ports, Settlement settlement, Settler settler, Intake intake,
        DefaultConsumer consumer) {
        this.settings = settings;
        this.ports = ports;
        this.settlement = settlement;
        this.settler = settler;
        this.intake = intake;
        this.consumer = consumer;
        this.ingress = new Ingress(settings, ports.random());
        this.writer = new ExchangeWriter(settings.keptHeaders());
        this.outcomes = new Outcomes(ports.failures());
    }

    /** Runs the delivery on the calling worker thread. */
    void start(InFlight delivery) {
        Instant now = ports.scheduler().clock().instant();
        int number = delivery.beginRun(now, new RunControl(
                settings.policy().backoff(), ports.workers(), new DeliveryLegs(delivery, settings, ports)));
        if (number == 0) {
            return;
        }
        try {
            Envelope envelope = delivery.admitted(ingress);
            delivery.defect().ifPresent(defect -> {
                throw defect;
            });
            ingress.guard(envelope, now);
        } catch (RuntimeException | Error e) {
            intake.runEnded(delivery, number, Outcome.failed(ports.failures().of(e)));
            return;
        }
        if (settlement.isCrashLoop(delivery.attempt(), 0)) {
            runUnlessCrashLoop(delivery, number);
        } else if (settler.notes().areKept(delivery)) {
            runOnceAnnounced(delivery, number);
        } else {
            process(delivery, number);
        }
    }

    /** Returns the message as a route would see it. */
    Envelope admitted(InFlight delivery) {
        return delivery.admitted(ingress);
    }

    long trustedHeaders() {
        return ingress.trustedHeaders();
    }

    void ended(InFlight delivery, int number, Exchange exchange) {
        ports.workers().taskEnds();
        Outcome outcome = outcomes.of(exchange);
        delivery.steps().takeAwaited().ifPresentOrElse(
                awaited -> Stages.callInTime(ports.scheduler(), () -> awaited)
                        // A step that cannot note how the run ended does not change how it ended.
                        .whenComplete((noted, ignored) -> intake.runEnded(delivery, number, outcome)),
                () -> intake.runEnded(delivery, number, outcome));
    }

    private void runUnlessCrashLoop(InFlight delivery, int number) {
        Stages.callInTime(ports.scheduler(), () -> ports.attempts().find(settler.attemptKey(delivery)))
                .whenComplete((history, error) -> {
                    if (error == null && history != null && settlement.isCrashLoop(delivery.attempt(), history.givenBack())) {
                        delivery.remember(history);
                        intake.runEnded(delivery, number, Outcome.failed(crashLoop(delivery)));
                    } else {
                        // Whoever answered, the ledger's thread or the timer, must not run a route.
                        ports.workers().execute(() -> process(delivery, number));
                    }
                });
    }

    private void runOnceAnnounced(InFlight delivery, int number) {
        settler.notes().begin(delivery).whenComplete((history, error) -> {
            if (error != null || history == null) {
                intake.runEnded(delivery, number, Outcome.failed(unannounced(delivery, error)));
            } else if (settlement.isSpent(history)) {
                delivery.remember(history);
                intake.runEnded(delivery, number, Outcome.failed(spent(delivery, history)));
            } else {
                continueOnWorker(delivery, number);
            }
        });
    }

    /** The delivery may have been given back while the ledger answered. */
    private void continueOnWorker(InFlight delivery, int number) {
        BridgeException over = BridgeException.of(FailureCode.UNAVAILABLE,
                "The route stops; message " + delivery.envelope().id() + " goes back to its source")
                .withScope(FailureScope.TARGET);
        try {
            ports.workers().execute(() -> {
                if (delivery.control().isInVain()) {
                    intake.runEnded(delivery, number, Outcome.failed(over));
                } else {
                    process(delivery, number);
                }
            });
        } catch (RejectedExecutionException e) {
            intake.runEnded(delivery, number, Outcome.failed(over));
        }
    }

    private static BridgeException unannounced(InFlight delivery, Throwable error) {
        return BridgeException.of(FailureCode.UNAVAILABLE, "The attempt ledger did not take note of a run of message "
                                                           + delivery.envelope().id() + "; the message is held until it does",
                error).withScope(FailureScope.TARGET);
    }

    private static BridgeException spent(InFlight delivery, AttemptHistory history) {
        return BridgeException.of(FailureCode.POISON_MESSAGE, "Message " + delivery.envelope().id() + " ran "
                                                              + history.failedRuns() + " times: " + history.failures()
                                                              + " runs failed, and " + history.unfinished()
                                                              + " ended with their process; it is taken out of the way");
    }

    private static BridgeException crashLoop(Delivery delivery) {
        return BridgeException.of(FailureCode.POISON_MESSAGE, "Message " + delivery.envelope().id() + " was handed over "
                                                              + delivery.attempt()
                                                              + " times without being settled; it is taken out of the way");
    }

    private void process(InFlight delivery, int number) {
        Exchange exchange;
        try {
            exchange = consumer.createExchange(false);
            // Camel leaves this mark on an exchange that it pools: the next failure would count as handled.
            exchange.getExchangeExtension().setFailureHandled(false);
            writer.write(delivery.envelope(), delivery, exchange);
            settings.redrive().attachTo(exchange);
        } catch (RuntimeException | Error e) {
            intake.runEnded(delivery, number, Outcome.failed(ports.failures().of(e)));
            return;
        }
        exchange.getExchangeExtension().addOnCompletion(new SettleOnCompletion(this, delivery, number));
        delivery.thread().enters();
        try {
            consumer.getAsyncProcessor().process(exchange, doneSync -> consumer.releaseExchange(exchange, false));
        } catch (RuntimeException | Error e) {
            // Camel catches what a route throws; should it not, the delivery would never end.
            intake.runEnded(delivery, number, Outcome.failed(ports.failures().of(e)));
        } finally {
            delivery.thread().leaves();
        }
    }
}
