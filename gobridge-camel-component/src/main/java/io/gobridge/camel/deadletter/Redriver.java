package io.gobridge.camel.deadletter;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.envelope.Envelope;

/** Takes the message of a dead letter on its way again. Thread-safe. */
@FunctionalInterface
public interface Redriver {

    /**
     * Runs the message through the entry's route, or hands it to the entry's binding when the route is behind it, with
     * a fresh attempt budget and confined to the entry's binding unless that is empty. Where it goes is taken from the
     * entry. The stage never fails; it completes with nothing when the delivery was confirmed.
     *
     * @param message the entry's message, under an id of its own
     */
    CompletionStage<Optional<RedriveFailure>> redrive(DeadLetter entry, Envelope message);
}
