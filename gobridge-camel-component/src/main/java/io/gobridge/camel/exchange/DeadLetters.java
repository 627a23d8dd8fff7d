package io.gobridge.camel.exchange;

import java.time.Instant;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.delivery.AttemptHistory;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;

/** Describes a delivery that failed for good as a dead letter. */
final class DeadLetters {

    private final IntakeSettings settings;

    DeadLetters(IntakeSettings settings) {
        this.settings = settings;
    }

    DeadLetter describe(
            Envelope envelope, AttemptHistory history, DeadLetterCategory category, BridgeException failure,
            Instant now) {
        return new DeadLetter(
                envelope, settings.sourceId(), settings.routeId(), "", "", category, failure.code(),
                FailedRun.reasonOf(failure), history.firstFailure().orElse(now), now, history.failures(),
                history.lastRuns());
    }
}
