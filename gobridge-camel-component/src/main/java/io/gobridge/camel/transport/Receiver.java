package io.gobridge.camel.transport;

import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;

/**
 * Hands over the messages of one source, never more than were requested. Used as start, request any number of times,
 * stop, close. Thread-safe.
 */
public interface Receiver {

    /** Returns what this source can do; complete after {@link #start}. */
    Capabilities capabilities();

    /**
     * Connects and begins to hand over what is requested, one delivery after the other in source order. Fails when the
     * source can never work as configured; a source that is only down now is tried again and shows in
     * {@link #health()}.
     */
    CompletionStage<Void> start(DeliveryHandler handler);

    /** Allows so many more deliveries to be handed over. Never blocks. */
    void request(int deliveries);

    /**
     * Stops handing over; what was fetched and not handed over is given back. Deliveries handed over before can still
     * be settled. Calling it again reports the first outcome again, a failure included.
     */
    CompletionStage<Void> stop();

    /** Releases the connection; unsettled deliveries are left to the source. Stops first when that was not done. */
    CompletionStage<Void> close();

    /**
     * Returns how many messages wait in the memory of this process alone and would be lost if it stopped now; a
     * graceful stop waits for them. 0 where a broker keeps them.
     */
    default int backlog() {
        return 0;
    }

    /**
     * Returns what this source counts beside the deliveries, by names for the health check: since {@link #start}, never
     * a credential or a payload. Empty by default.
     */
    default Map<String, Long> figures() {
        return Map.of();
    }

    /** Returns whether messages could be received now. */
    TransportHealth health();
}
