package io.gobridge.camel.testkit.servicebus;

/**
 * Something that a client asked for about a message that it received, or about a session. Immutable.
 *
 * @param entity    path of the entity
 * @param messageId id of the message, empty when its lock is not known; of a session whose lock is renewed: its id
 * @param wish      what the client wanted
 * @param isGranted false when the client does not hold the lock, or no more
 */
public record SettlementCall(String entity, String messageId, Wish wish, boolean isGranted) {

    /** What a client can want. */
    public enum Wish {
        /** To have it removed. */
        COMPLETE,
        /** To give it back, counted as a delivery that failed. */
        ABANDON,
        /** To put it aside. */
        DEFER,
        /** To move it to the dead-letter queue. */
        DEAD_LETTER,
        /** To keep the lock of the message, or of its session, for longer. */
        RENEW_LOCK
    }
}
