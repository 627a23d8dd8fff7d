package io.gobridge.camel.transport.amqp10;

import java.util.concurrent.CompletableFuture;

import jakarta.jms.Message;

import io.gobridge.camel.transport.OutboundMessage;

/**
 * A message on its way to the broker.
 *
 * @param message what the caller wants sent
 * @param wire    what goes out
 * @param sent    completes when the broker has accepted it
 */
record Outgoing(OutboundMessage message, Message wire, CompletableFuture<Void> sent) {

    String describe() {
        return "Message " + message.envelope().id();
    }
}
