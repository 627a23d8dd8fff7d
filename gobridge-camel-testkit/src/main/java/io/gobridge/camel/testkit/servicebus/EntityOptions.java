package io.gobridge.camel.testkit.servicebus;

import java.time.Duration;

/**
 * How a queue or a subscription of the emulator behaves. Immutable. A topic takes the duplicate window and the time to
 * live of its options; the rest is its subscriptions' own.
 *
 * @param lockDuration       how long a received message or session is locked, unless it is renewed
 * @param maxDeliveryCount   a message that was given back so often is dead-lettered
 * @param isSessionful       whether messages need a session id and are received by session
 * @param timeToLive         the longest that a message lives, counted from when it is enqueued; zero for no limit
 * @param deadLettersExpired whether expired messages are dead-lettered instead of dropped
 * @param duplicateWindow    how long a message id is remembered, and another message with it dropped; zero for never
 */
public record EntityOptions(Duration lockDuration, int maxDeliveryCount, boolean isSessionful, Duration timeToLive,
        boolean deadLettersExpired, Duration duplicateWindow) {

    /** What Service Bus does with an entity of which nothing is said: a lock of a minute, ten deliveries. */
    public static final EntityOptions DEFAULT
            = new EntityOptions(Duration.ofMinutes(1), 10, false, Duration.ZERO, false, Duration.ZERO);

    /** Returns a copy with another lock duration. */
    public EntityOptions withLockDuration(Duration duration) {
        return new EntityOptions(duration, maxDeliveryCount, isSessionful, timeToLive, deadLettersExpired, duplicateWindow);
    }

    /** Returns a copy with another number of deliveries. */
    public EntityOptions withMaxDeliveryCount(int count) {
        return new EntityOptions(lockDuration, count, isSessionful, timeToLive, deadLettersExpired, duplicateWindow);
    }

    /** Returns a copy for messages with sessions. */
    public EntityOptions withSessions() {
        return new EntityOptions(lockDuration, maxDeliveryCount, true, timeToLive, deadLettersExpired, duplicateWindow);
    }

    /** Returns a copy with a longest life of messages, after which they are dead-lettered or dropped. */
    public EntityOptions withTimeToLive(Duration duration, boolean deadLetters) {
        return new EntityOptions(lockDuration, maxDeliveryCount, isSessionful, duration, deadLetters, duplicateWindow);
    }

    /** Returns a copy that drops messages whose id came before within the window. */
    public EntityOptions withDuplicateWindow(Duration window) {
        return new EntityOptions(lockDuration, maxDeliveryCount, isSessionful, timeToLive, deadLettersExpired, window);
    }
}
