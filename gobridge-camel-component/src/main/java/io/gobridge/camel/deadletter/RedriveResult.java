package io.gobridge.camel.deadletter;

import java.util.Locale;

/**
 * How the redrive of one entry ended.
 *
 * @param id     the entry
 * @param ending whether it was delivered
 * @param code   name of the failure code; empty when it was delivered
 * @param reason why it was not delivered, or what is to be known although it was; empty when nothing is
 */
public record RedriveResult(String id, Ending ending, String code, String reason) {

    /** How a redrive can end. */
    public enum Ending {
        /** The delivery was confirmed and the entry is gone. */
        DELIVERED,
        /** It was filtered, expired, or failed again: the entry stays. */
        FAILED,
        /** There is no such entry. */
        NOT_FOUND;

        /** Returns the name used in documents: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static RedriveResult delivered(String id) {
        return new RedriveResult(id, Ending.DELIVERED, "", "");
    }

    static RedriveResult notFound(String id) {
        return new RedriveResult(id, Ending.NOT_FOUND, "", "there is no such dead letter");
    }

    static RedriveResult failed(String id, String code, String reason) {
        return new RedriveResult(id, Ending.FAILED, code, reason);
    }

    /** Tells whether the delivery was confirmed. */
    public boolean isDelivered() {
        return ending == Ending.DELIVERED;
    }
}
