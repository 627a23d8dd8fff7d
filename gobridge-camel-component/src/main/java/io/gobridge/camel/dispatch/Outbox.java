package io.gobridge.camel.dispatch;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.routing.DispatchPlan;

/** Keeps messages durably until their targets take them. Thread-safe. */
public interface Outbox {

    /**
     * Keeps one record per plan, all or none. The stage completes when they are durable; a message that is kept already
     * is success.
     */
    CompletionStage<Void> persist(Envelope envelope, List<DispatchPlan> plans);
}
