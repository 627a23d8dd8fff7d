package io.gobridge.camel.testkit.sqs;

/**
 * The number of messages in a queue. Immutable.
 *
 * @param visible    those that the next receive may return
 * @param notVisible those that were received and are neither deleted nor visible again
 * @param delayed    those whose delivery delay has not passed
 */
public record QueueDepth(int visible, int notVisible, int delayed) {

    /** Returns all messages that the queue still has. */
    public int total() {
        return visible + notVisible + delayed;
    }

    /** Returns whether the queue has no message in any state. */
    public boolean isEmpty() {
        return total() == 0;
    }
}
