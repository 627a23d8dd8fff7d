package io.gobridge.camel.transport;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A sender that can put several messages into its target with fewer round trips. For applications that use a transport
 * by itself: the bridge sends one message at a time, and what is sent at the same time goes in one call anyway.
 * Thread-safe.
 */
public interface BatchSender extends Sender {

    /**
     * Sends the messages, split to the limits of the target; messages with one ordering key stay in the given order.
     * Gives one result per message, in the same order. The stage completes exceptionally only when nothing was sent at
     * all.
     */
    CompletionStage<List<BatchResult>> sendBatch(List<OutboundMessage> messages);
}
