package io.gobridge.camel.transport.amqp091;

import java.util.Optional;

import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;

/**
 * A message as the broker handed it over.
 *
 * @param envelope the message; with the raw payload when it has a defect
 * @param defect   why it could not be decoded
 * @param identity whether its id came with it or was minted
 * @param attempt  how often the queue has handed it over, 1 where it does not count
 */
record ReceivedMessage(Envelope envelope, Optional<BridgeException> defect, IdentityKind identity, int attempt) {
}
