package io.gobridge.camel.deadletter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;

/**
 * A message that a route could not bring to an end, with its raw bytes and what happened to it. Immutable.
 *
 * @param id           names the entry: the same terminal event twice has the same id, two legs of one message have two
 * @param form         at which point of its way the message is
 * @param envelope     the message as it was received, reserved headers stripped, or as it was to be sent
 * @param sourceId     name of the {@code gobridge:} consumer that took it in
 * @param routeId      the Camel route
 * @param binding      the binding whose leg failed; empty when the message as a whole failed
 * @param address      the address it was to go to; empty when none was chosen
 * @param category     why it is here
 * @param code         the last failure
 * @param reason       the last failure's message
 * @param firstFailure when it failed first
 * @param lastFailure  when it failed last
 * @param attempts     runs that failed, or that ended with their process
 * @param history      its latest failed runs, oldest first, at most {@value #KEPT_RUNS}
 * @param audit        what was done about it, oldest first, at most {@value #KEPT_LINES} lines
 */
public record DeadLetter(String id, MessageForm form, Envelope envelope, String sourceId, String routeId, String binding,
        String address, DeadLetterCategory category, FailureCode code, String reason, Instant firstFailure,
        Instant lastFailure, int attempts, List<FailedRun> history, List<AuditLine> audit) {

    static final int KEPT_RUNS = 20;
    static final int KEPT_LINES = 100;

    /** Copies the lists, and keeps the latest of what is too much. */
    public DeadLetter {
        history = latest(history, KEPT_RUNS);
        audit = latest(audit, KEPT_LINES);
    }

    /** Describes a message as its source handed it over, under an id made of what it is and where it failed. */
    public DeadLetter(Envelope envelope, String sourceId, String routeId, String binding, String address,
                      DeadLetterCategory category, FailureCode code, String reason, Instant firstFailure,
                      Instant lastFailure, int attempts, List<FailedRun> history) {
        this(EntryId.of(envelope, routeId, binding, address, sourceId), MessageForm.RECEIVED, envelope, sourceId, routeId,
             binding, address, category, code, reason, firstFailure, lastFailure, attempts, history, List.of());
    }

    /** Returns a copy with the message in this form. */
    public DeadLetter withForm(MessageForm newForm) {
        return new DeadLetter(
                id, newForm, envelope, sourceId, routeId, binding, address, category, code, reason, firstFailure, lastFailure,
                attempts, history, audit);
    }

    /** Returns a copy with one more line of what was done. */
    public DeadLetter with(AuditLine line) {
        return new DeadLetter(
                id, form, envelope, sourceId, routeId, binding, address, category, code, reason, firstFailure, lastFailure,
                attempts, history, joined(audit, List.of(line), Comparator.comparing(AuditLine::at)));
    }

    /** Returns the entry after a redrive that failed at the instant: what was known stays, the failure is added. */
    public DeadLetter failedAgain(RedriveFailure failure, Instant now) {
        return new DeadLetter(
                id, form, envelope, sourceId, routeId, binding, address, failure.category(), failure.code(), failure.reason(),
                firstFailure, now, attempts + failure.attempts(), joined(history, failure.history()), audit);
    }

    /**
     * Returns the entry after another one of the same id came: the message stays, the failures of both are kept once
     * each. The same event a second time changes nothing.
     */
    public DeadLetter merged(DeadLetter other) {
        DeadLetter later = other.lastFailure.isBefore(lastFailure) ? this : other;
        return new DeadLetter(
                id, form, envelope, sourceId, routeId, binding, address, later.category, later.code, later.reason,
                firstFailure.isBefore(other.firstFailure) ? firstFailure : other.firstFailure, later.lastFailure,
                Math.max(attempts, other.attempts), joined(history, other.history),
                joined(audit, other.audit, Comparator.comparing(AuditLine::at)));
    }

    /**
     * Returns the entry that the message belongs to: when it was sent by a redrive and failed after that counted as
     * delivered, as an outbox's may, the one it came from, with its id and its history; else this one.
     */
    public DeadLetter atItsOrigin() {
        return Origin.of(envelope).map(origin -> origin.restore(this)).orElse(this);
    }

    static List<FailedRun> joined(List<FailedRun> some, List<FailedRun> others) {
        return joined(some, others, Comparator.comparing(FailedRun::at));
    }

    private static <T> List<T> joined(List<T> some, List<T> others, Comparator<T> order) {
        Set<T> all = new LinkedHashSet<>(some);
        all.addAll(others);
        List<T> sorted = new ArrayList<>(all);
        sorted.sort(order);
        return sorted;
    }

    private static <T> List<T> latest(List<T> all, int limit) {
        return List.copyOf(all.size() <= limit ? all : all.subList(all.size() - limit, all.size()));
    }
}
