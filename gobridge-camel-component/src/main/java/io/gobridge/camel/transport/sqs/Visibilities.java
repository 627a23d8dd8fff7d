package io.gobridge.camel.transport.sqs;

import java.time.Duration;

/** Turns a wait into the whole seconds that SQS takes: rounded up, between none and twelve hours since the receipt. */
final class Visibilities {

    /** SQS keeps a message invisible for no longer than this, counted from its receipt. */
    static final Duration LONGEST = Duration.ofHours(12);

    private Visibilities() {
    }

    /**
     * Returns the seconds for a wait that begins now.
     *
     * @param sinceReceipt how long ago the message was received
     */
    static int seconds(Duration wait, Duration sinceReceipt) {
        if (wait.isNegative() || wait.isZero()) {
            return 0;
        }
        long left = Math.max(0, LONGEST.toSeconds() - Math.max(0, sinceReceipt.toSeconds()));
        long roundedUp = wait.plusSeconds(1).minusNanos(1).toSeconds();
        return (int) Math.min(left, roundedUp);
    }
}
