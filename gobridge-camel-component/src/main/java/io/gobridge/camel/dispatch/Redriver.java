package io.gobridge.camel.dispatch;

import java.util.concurrent.CompletionStage;

import io.gobridge.camel.envelope.Envelope;

/** Takes a dead letter through its route again. Thread-safe. */
@FunctionalInterface
public interface Redriver {

    /**
     * Runs the message through the route with a fresh attempt budget, confined to the binding unless that is empty. The
     * stage completes when it was delivered, and exceptionally when it was filtered, expired or failed again.
     */
    CompletionStage<Void> redrive(String routeId, String binding, Envelope envelope);
}
