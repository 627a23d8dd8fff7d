package io.gobridge.camel.transport;

import java.util.concurrent.CompletionStage;

/** Puts messages into one target. Thread-safe. */
public interface Sender {

    /**
     * Sends one message. The stage completes when the target has accepted the message as durably as it ever will, and
     * completes exceptionally with a {@link io.gobridge.camel.failure.BridgeException} otherwise. Never blocks, never
     * throws.
     */
    CompletionStage<Void> send(OutboundMessage message);

    /**
     * Asks to give up a send that took too long. The stage of the send must still complete, soon, either way: that is
     * how the caller knows that the send is over. Nothing happens when it is over already.
     */
    void cancel(OutboundMessage message);

    /** Releases the connection; sends under way fail. Calling it again reports the first outcome again. */
    CompletionStage<Void> close();

    /** Returns whether messages could be sent now. */
    TransportHealth health();
}
