package io.gobridge.camel.failure;

import java.time.Instant;

/**
 * One failed run of a message, as dead letters show it.
 *
 * @param at     when the run ended
 * @param code   why
 * @param reason the failure's message
 */
public record FailedRun(Instant at, FailureCode code, String reason) {

    /** Longest reason kept, in characters. */
    private static final int MAX_REASON = 1000;

    /** Shortens the reason to 1000 characters. */
    public FailedRun {
        if (reason.length() > MAX_REASON) {
            reason = reason.substring(0, MAX_REASON);
        }
    }

    /** Describes a failure that ended a run at the instant. */
    public static FailedRun of(Instant at, BridgeException failure) {
        return new FailedRun(at, failure.code(), reasonOf(failure));
    }

    /** Returns the failure's message, with that of a foreign exception: dead letters may show it, logs do not. */
    public static String reasonOf(BridgeException failure) {
        Throwable cause = failure.getCause();
        boolean isForeign = failure.code() == FailureCode.UNKNOWN && cause != null && cause.getMessage() != null;
        return isForeign ? failure.getMessage() + ": " + cause.getMessage() : String.valueOf(failure.getMessage());
    }
}
