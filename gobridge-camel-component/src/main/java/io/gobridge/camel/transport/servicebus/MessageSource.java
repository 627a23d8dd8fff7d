package io.gobridge.camel.transport.servicebus;

import java.util.concurrent.CompletionStage;

import io.gobridge.camel.transport.TransportHealth;

/** Where deliveries come from: a queue or subscription as a whole, or its sessions. Thread-safe. */
interface MessageSource {

    /** Begins to receive what is requested. */
    void start();

    /** Allows so many more deliveries. */
    void request(int deliveries);

    /**
     * Hands over nothing more from now on; what was handed over can still be settled. Does not wait for links to close.
     */
    void stop();

    /** Closes the connection. */
    CompletionStage<Void> close();

    TransportHealth health();
}
