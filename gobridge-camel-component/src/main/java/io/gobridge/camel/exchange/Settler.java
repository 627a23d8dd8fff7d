package io.gobridge.camel.exchange;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.Decision;
import io.gobridge.camel.delivery.Ending;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.delivery.RunHistory;
import io.gobridge.camel.delivery.Settlement;
import io.gobridge.camel.exchange.InFlight.State;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link Settlement} decides; nobody else settles.
 *
 * <ol>
 * <li>a failure of the message is charged in the attempt ledger
 * <li>the decision is made
 * <li>the dead-letter store confirms, where the decision asks for it
 * <li>the source is told
 * <li>the delivery is counted out, and its permit and ordering key are free
 * </ol>
 */
final class Settler {

    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final Settlement settlement;
    private final DeadLetterEntries deadLetters;
    private final RunNotes notes;
    private final Intake intake;

    Settler(IntakeSettings settings, IntakePorts ports, Settlement settlement, Intake intake) {
        this.settings = settings;
        this.ports = ports;
        this.settlement = settlement;
        this.deadLetters = new DeadLetterEntries(settings);
        this.notes = new RunNotes(settings, ports);
        this.intake = intake;
    }

    /** Settles a delivery whose state is SETTLING after a run with this outcome. */
    void settle(InFlight delivery, Outcome outcome) {
        BridgeException failure = outcome.failure().orElse(null);
        if (failure == null) {
            Settlement.COMPLETED.carryOut(new Execution(delivery, null, false));
        } else if (Settlement.isCharged(failure)) {
            chargeAndDecide(delivery, failure, new Execution(delivery, failure, false));
        } else if (settings.redrive().isRedrive() && Settlement.isWait(failure)) {
            // Somebody looks on, and the dead letter can wait where it is.
            giveBack(delivery, failure);
        } else {
            delivery.countWait();
            decide(delivery, outcome, new Execution(delivery, failure, false));
        }
    }

    /**
     * Settles a delivery whose run is still in the route: the failure is charged, and the message leaves unless its
     * source could not hand it over again, or would do so out of order; then it waits here for that run to end.
     */
    void settleOverdue(InFlight delivery, BridgeException failure) {
        // D-19: others wait behind an ordered one, and the source would hand it over again after them.
        boolean leaves = delivery.capabilities().redelivers() && delivery.orderKey().isEmpty();
        chargeAndDecide(delivery, failure, new Execution(delivery, failure, leaves));
    }

    /**
     * Gives a delivery whose state is SETTLING back to its source without charging the message. A source that would
     * forget it does not get it: the dead-letter store does (D-12).
     */
    void giveBack(InFlight delivery, BridgeException reason) {
        if (!delivery.capabilities().redelivers()) {
            DeadLetter entry
                    = deadLetters.describe(intake.admitted(delivery), delivery.history(), DeadLetterCategory.UNSTABLE_IDENTITY,
                            reason, ports.scheduler().clock().instant()).withForm(form(delivery));
            Stages.callInTime(ports.scheduler(), () -> ports.deadLetters().write(entry)).whenComplete((written, error) -> {
                if (error == null) {
                    ack(delivery, Ending.DEAD_LETTERED);
                } else {
                    returnToSource(delivery, Duration.ZERO, reason);
                }
            });
            return;
        }
        Stages.callInTime(ports.scheduler(), () -> noteReturn(delivery))
                .whenComplete((noted, ignored) -> returnToSource(delivery, Duration.ZERO, reason));
    }

    /** Only a source that counts makes use of the note; a message that nobody recognises again leaves no trace. */
    private CompletionStage<Void> noteReturn(InFlight delivery) {
        if (notes.isAnnounced(delivery)) {
            return notes.end(delivery);
        }
        if (delivery.capabilities().countsAttempts()) {
            return ports.attempts().returned(attemptKey(delivery));
        }
        return delivery.identity() == IdentityKind.GENERATED
                ? ports.attempts().forget(attemptKey(delivery)) : CompletableFuture.completedFuture(null);
    }

    /** Returns what remembers the runs that have not ended. */
    RunNotes notes() {
        return notes;
    }

    /** Returns the key under which the message's failures are counted. */
    String attemptKey(InFlight delivery) {
        return settings.attemptKey(delivery.envelope());
    }

    private static MessageForm form(InFlight delivery) {
        return delivery.defect().isPresent() ? MessageForm.UNREADABLE : MessageForm.RECEIVED;
    }

    private void chargeAndDecide(InFlight delivery, BridgeException failure, Execution execution) {
        FailedRun run = FailedRun.of(ports.scheduler().clock().instant(), failure);
        charge(attemptKey(delivery), run).whenComplete((history, error) -> {
            if (error == null && history != null) {
                notes.ended(delivery);
                delivery.remember(history);
                decide(delivery, Outcome.failed(failure), execution);
            } else {
                // Nobody can tell whether the message is poison: it waits for the ledger, uncharged.
                delivery.countWait();
                notes.end(delivery);
                intake.hold(delivery, settlement.waitBeforeRetry(delivery.waits()), () -> intake.run(delivery));
            }
        });
    }

    private CompletionStage<AttemptHistory> charge(String key, FailedRun run) {
        return Stages.callInTime(ports.scheduler(), () -> ports.attempts().charge(key, run));
    }

    private void decide(InFlight delivery, Outcome outcome, Execution execution) {
        RunHistory history = new RunHistory(
                delivery.history().failedRuns(), delivery.waits(), recognition(delivery),
                !delivery.orderKey().isEmpty());
        settlement.decide(outcome, history, delivery.capabilities()).carryOut(execution);
    }

    private static IdentityKind recognition(InFlight delivery) {
        return delivery.capabilities().countsAttempts() ? IdentityKind.STABLE : delivery.identity();
    }

    private void writeDeadLetters(InFlight delivery, List<DeadLetter> entries, Ending ending) {
        writeAll(entries).whenComplete((written, error) -> {
            if (error == null) {
                ack(delivery, ending);
                return;
            }
            delivery.countWait();
            Duration wait = settlement.waitBeforeRetry(delivery.waits());
            LOG.warn("route={} id={}: the dead-letter store did not confirm; the message stays at its source, next try in {}",
                    settings.routeId(), delivery.envelope().id(), wait, error);
            intake.hold(delivery, wait, () -> {
                if (delivery.takeOver(State.HELD)) {
                    writeDeadLetters(delivery, entries, ending);
                }
            });
        });
    }

    private CompletionStage<Void> writeAll(List<DeadLetter> entries) {
        CompletionStage<Void> written = CompletableFuture.completedFuture(null);
        for (DeadLetter entry : entries) {
            written = written.thenCompose(
                    before -> Stages.callInTime(ports.scheduler(), () -> ports.deadLetters().write(entry)));
        }
        return written;
    }

    /** Acknowledges a delivery whose state is SETTLING. */
    CompletionStage<Void> ack(InFlight delivery, Ending ending) {
        return Stages.call(delivery.source()::ack).whenComplete((acked, error) -> {
            if (error == null) {
                notes.ended(delivery);
                forgetFailures(delivery);
                intake.ended(delivery, ending);
            } else {
                LOG.warn("route={} id={}: the source did not take the ack; it will hand the message over again",
                        settings.routeId(), delivery.envelope().id(), error);
                intake.ended(delivery, Ending.RETURNED);
            }
        });
    }

    /** A source that counts says when a delivery is the first: then there is nothing to forget. */
    private void forgetFailures(InFlight delivery) {
        boolean mayHaveFailed = delivery.history().failedRuns() > 0 || delivery.attempt() > 1
                || !delivery.capabilities().countsAttempts();
        if (mayHaveFailed) {
            Stages.call(() -> ports.attempts().forget(attemptKey(delivery)));
        }
    }

    /** Lets the source hand over again a delivery whose state is SETTLING. */
    CompletionStage<Void> returnToSource(InFlight delivery, Duration after, Throwable reason) {
        return Stages.call(() -> delivery.source().retry(after, reason)).whenComplete((returned, error) -> {
            if (error != null) {
                LOG.warn("route={} id={}: the source did not take the message back; it will come again in its own time",
                        settings.routeId(), delivery.envelope().id(), error);
            }
            intake.ended(delivery, Ending.RETURNED);
        });
    }

    /** Hands a delivery whose state is SETTLING to the source's own dead-lettering. */
    CompletionStage<Void> reject(InFlight delivery, Throwable reason) {
        return Stages.call(() -> delivery.source().reject(reason)).whenComplete((rejected, error) -> intake.ended(delivery,
                error == null ? Ending.DEAD_LETTERED : Ending.RETURNED));
    }

    /** Carries out the decision about one delivery. */
    private final class Execution implements Decision.Actions {

        private final InFlight delivery;
        private final BridgeException failure;
        private final boolean mustLeave;

        private Execution(InFlight delivery, BridgeException failure, boolean mustLeave) {
            this.delivery = delivery;
            this.failure = failure;
            this.mustLeave = mustLeave;
        }

        @Override
        public void ack(Ending ending) {
            intake.gate().passed(delivery);
            Settler.this.ack(delivery, ending);
        }

        @Override
        public void deadLetter(DeadLetterCategory category, Ending ending) {
            intake.gate().passed(delivery);
            LOG.warn("route={} id={}: dead letter, category={} code={}: {}", settings.routeId(), delivery.envelope().id(),
                    category.label(), failure.code(), failure.getMessage());
            List<DeadLetter> entries = deadLetters.describeAll(delivery.envelope(), delivery.history(), category, failure,
                    ports.scheduler().clock().instant());
            writeDeadLetters(delivery, entries.stream().map(entry -> entry.withForm(form(delivery))).toList(), ending);
        }

        @Override
        public void reject() {
            intake.gate().passed(delivery);
            Settler.this.reject(delivery, failure);
        }

        @Override
        public void retryNatively(Duration after) {
            intake.gate().passed(delivery);
            returnToSource(delivery, after, failure);
        }

        @Override
        public void hold(Duration after) {
            intake.gate().passed(delivery);
            notes.end(delivery);
            if (mustLeave) {
                returnToSource(delivery, Duration.ZERO, failure);
            } else {
                intake.hold(delivery, after, () -> intake.run(delivery));
            }
        }

        @Override
        public void holdAndPause(Duration after) {
            notes.end(delivery);
            intake.holdAndPause(delivery, failure, after);
        }

        @Override
        public void giveBack() {
            intake.gate().passed(delivery);
            Settler.this.giveBack(delivery, failure);
        }
    }
}
