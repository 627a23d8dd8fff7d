package io.gobridge.camel.transport.sqs;

import java.util.Optional;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;

/**
 * A message as SQS handed it over.
 *
 * @param envelope the message; with the raw body when it has a defect
 * @param defect   why it could not be decoded
 * @param attempt  how often SQS handed it over
 * @param group    the message group; empty on a standard queue
 */
record ReceivedMessage(Envelope envelope, Optional<BridgeException> defect, int attempt, String group) {
}
