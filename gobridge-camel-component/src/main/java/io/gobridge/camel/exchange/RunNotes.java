package io.gobridge.camel.exchange;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.IdentityKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces runs to an attempt ledger that outlives this process, so that a message that kills it leaves a trace where
 * its source keeps none (D-11, ADR 16). Copies of one message that run at the same time are one note: they are no
 * crashes of each other. Thread-safe.
 */
final class RunNotes {

    private static final Logger LOG = LoggerFactory.getLogger(RunNotes.class);

    private final IntakeSettings settings;
    private final IntakePorts ports;
    private final boolean isOn;
    private final Map<String, Note> notes = new HashMap<>();

    RunNotes(IntakeSettings settings, IntakePorts ports) {
        this.settings = settings;
        this.ports = ports;
        this.isOn = ports.attempts().takesNoteOfRuns();
    }

    /** What the ledger was told of a message, and which deliveries of it run. */
    private record Note(CompletableFuture<AttemptHistory> answer, Set<InFlight> runs) {
    }

    /** Tells whether the runs of the delivery are announced: whether nobody else would notice that they never end. */
    boolean areKept(InFlight delivery) {
        return isOn && delivery.capabilities().redelivers()
                && !delivery.capabilities().countsAttempts() && delivery.identity() == IdentityKind.STABLE;
    }

    /** Announces a run; the stage gives what was remembered before it. */
    CompletionStage<AttemptHistory> begin(InFlight delivery) {
        String key = key(delivery);
        Note note;
        synchronized (this) {
            Note known = notes.get(key);
            note = known != null ? known : new Note(new CompletableFuture<>(), new HashSet<>());
            notes.put(key, note);
            note.runs().add(delivery);
            if (known != null) {
                return note.answer();
            }
        }
        CompletionStage<AttemptHistory> announced = Stages.call(() -> ports.attempts().begin(key));
        Stages.callInTime(ports.scheduler(), () -> announced).whenComplete((history, error) -> {
            if (error == null) {
                note.answer().complete(history);
            } else {
                forget(key, note);
                note.answer().completeExceptionally(error);
                announced.thenRun(() -> endUnrun(key));
            }
        });
        return note.answer();
    }

    /** The ledger took note of a run too late: it never began, and must not look like a crash. */
    private void endUnrun(String key) {
        Stages.callInTime(ports.scheduler(), () -> ports.attempts().end(key)).whenComplete((ended, error) -> {
            if (error != null) {
                LOG.debug("source={}: a run that was announced too late could not be ended", settings.sourceId(), error);
            }
        });
    }

    /** What the ledger may not know is announced anew. */
    private synchronized void forget(String key, Note note) {
        notes.remove(key, note);
    }

    /** Tells whether a run of the delivery was announced and has not ended. */
    synchronized boolean isAnnounced(InFlight delivery) {
        Note note = isOn ? notes.get(key(delivery)) : null;
        return note != null && note.runs().contains(delivery);
    }

    /** Ends the run of the delivery that was announced, charged to nobody; does nothing when there is none. */
    CompletionStage<Void> end(InFlight delivery) {
        return leave(delivery)
                ? Stages.callInTime(ports.scheduler(), () -> ports.attempts().end(key(delivery)))
                : CompletableFuture.completedFuture(null);
    }

    /** Notes that the ledger knows by other means that the run has ended. */
    void ended(InFlight delivery) {
        leave(delivery);
    }

    /** Tells whether this was the last run of its note. */
    private synchronized boolean leave(InFlight delivery) {
        Note note = isOn ? notes.get(key(delivery)) : null;
        if (note == null || !note.runs().remove(delivery) || !note.runs().isEmpty()) {
            return false;
        }
        return notes.remove(key(delivery), note);
    }

    private String key(InFlight delivery) {
        return settings.attemptKey(delivery.envelope());
    }
}
