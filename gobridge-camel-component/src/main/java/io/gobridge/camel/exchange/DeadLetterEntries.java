package io.gobridge.camel.exchange;

import java.time.Instant;
import java.util.List;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.delivery.Settlement;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedLeg;
import io.gobridge.camel.failure.FailedRun;

/** Describes a delivery that failed for good as a dead letter. */
final class DeadLetterEntries {

    private final IntakeSettings settings;

    DeadLetterEntries(IntakeSettings settings) {
        this.settings = settings;
    }

    /** Describes a message that failed as a whole, or one entry for each destination that still lacks it. */
    List<DeadLetter> describeAll(
            Envelope envelope, AttemptHistory history, DeadLetterCategory category, BridgeException failure,
            Instant now) {
        return failure.legs().isEmpty()
                ? List.of(describe(envelope, history, category, failure, now))
                : failure.legs().stream().map(leg -> describe(envelope, history, category, leg, now)).toList();
    }

    /** Describes one destination that a message cannot be sent to, while it may reach others. */
    DeadLetter describe(Envelope envelope, AttemptHistory history, BridgeException failure, FailedLeg leg, Instant now) {
        return describe(envelope, history, Settlement.categoryOf(failure), leg, now);
    }

    private DeadLetter describe(
            Envelope envelope, AttemptHistory history, DeadLetterCategory category, FailedLeg leg, Instant now) {
        return new DeadLetter(
                envelope, settings.sourceId(), settings.routeId(), leg.binding(), leg.address(), category, leg.code(),
                leg.reason(), history.firstFailure().orElse(now), now, history.failedRuns(), history.lastRuns());
    }

    DeadLetter describe(
            Envelope envelope, AttemptHistory history, DeadLetterCategory category, BridgeException failure,
            Instant now) {
        return new DeadLetter(
                envelope, settings.sourceId(), settings.routeId(), "", "", category, failure.code(),
                FailedRun.reasonOf(failure), history.firstFailure().orElse(now), now, history.failedRuns(),
                history.lastRuns());
    }
}
