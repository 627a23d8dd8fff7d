package io.gobridge.camel.testkit.servicebus;

/**
 * The number of messages in a queue or subscription. Immutable.
 *
 * @param active       those that may be received
 * @param locked       those that somebody received and did not settle yet
 * @param deferred     those that are received by their sequence number only
 * @param scheduled    those whose time has not come
 * @param deadLettered those in the dead-letter queue
 */
public record EntityDepth(int active, int locked, int deferred, int scheduled, int deadLettered) {

    /** Returns all messages that the entity still has, but for the dead letters. */
    public int total() {
        return active + locked + deferred + scheduled;
    }
}
