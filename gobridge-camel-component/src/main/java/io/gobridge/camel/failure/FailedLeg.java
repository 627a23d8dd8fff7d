package io.gobridge.camel.failure;

/**
 * One of several destinations of a message that it could not be sent to.
 *
 * @param binding the binding
 * @param address the destination within it; empty for the target's own, or when the address could not be made
 * @param code    why
 * @param reason  the failure's message
 */
public record FailedLeg(String binding, String address, FailureCode code, String reason) {

    /** Describes a failure to send to a destination. */
    public static FailedLeg of(String binding, String address, BridgeException failure) {
        return new FailedLeg(binding, address, failure.code(), FailedRun.reasonOf(failure));
    }
}
