package io.gobridge.camel.testkit.sqs;

/**
 * A request that came to the door, without its payload. Immutable.
 *
 * @param action  the SQS action, for example {@code SendMessageBatch}
 * @param entries the number of entries of a batch; 1 for any other action
 */
public record DoorRequest(String action, int entries) {
}
