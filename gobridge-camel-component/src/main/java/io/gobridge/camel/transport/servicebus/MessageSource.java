package io.gobridge.camel.transport.servicebus;

import java.util.concurrent.CompletionStage;

import io.gobridge.camel.transport.TransportHealth;

/** Where deliveries come from: a queue or subscription as a whole, or its sessions. Thread-safe. */
interface MessageSource {

    /** Begins to receive what is requested. */
    void start();

    /** Allows so many more deliveries. */
    void request(int deliveries);

    /** Receives nothing more; what was handed over can still be settled. */
    CompletionStage<Void> stop();

    /** Closes the connection. */
    CompletionStage<Void> close();

    TransportHealth health();
}
