package io.gobridge.camel.dispatch;

import java.util.List;

import io.gobridge.camel.transport.OutboundMessage;

/**
 * A message to be kept, once for each destination.
 *
 * @param routeId      the Camel route that it came through; empty when there is none
 * @param sourceId     name of the {@code gobridge:} consumer that took it in; empty when there is none
 * @param destinations where it goes, at least one
 * @param transaction  whose transaction it is kept in
 */
public record OutboxMessage(String routeId, String sourceId, List<Destination> destinations, OutboxTransaction transaction) {

    /** Copies the list. */
    public OutboxMessage {
        destinations = List.copyOf(destinations);
    }

    /**
     * One destination of a message.
     *
     * @param binding id of an open binding
     * @param message what is sent there
     */
    public record Destination(String binding, OutboundMessage message) {
    }
}
