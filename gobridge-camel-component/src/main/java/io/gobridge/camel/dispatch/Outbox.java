package io.gobridge.camel.dispatch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Keeps messages durably until their targets take them. Thread-safe. */
public interface Outbox {

    /**
     * Begins to send what is kept for a binding, from now on and from earlier runs, until the returned one is closed.
     * Bindings of the same id share what is kept.
     *
     * @throws io.gobridge.camel.failure.BridgeException when the outbox cannot work as it is configured
     */
    OutboxDrain open(OutboxBinding binding);

    /**
     * Keeps one record per destination of the message, all or none. The stage completes when they are durable; a
     * message that is kept already is success. It completes exceptionally with a
     * {@link io.gobridge.camel.failure.BridgeException} when nothing was kept.
     */
    CompletionStage<Void> persist(OutboxMessage message);

    /** Sends what is kept for one binding, until it is closed. */
    interface OutboxDrain {

        /** Says why nothing can be kept or sent now; empty when it can. */
        List<String> reasons();

        /** Returns figures for the health check, never a credential or a payload. */
        default Map<String, Object> details() {
            return Map.of();
        }

        /**
         * Sends no more. The stage completes when the sends under way have ended and others may go on with the rest.
         */
        CompletionStage<Void> close();
    }
}
