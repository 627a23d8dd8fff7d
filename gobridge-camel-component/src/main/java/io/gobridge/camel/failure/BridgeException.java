package io.gobridge.camel.failure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The one exception of the suite. Its code decides how the delivery is settled; its message says what failed, with the
 * values, and what happens next, and never carries a payload, a header value or a credential. Immutable.
 */
public final class BridgeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final FailureCode code;
    private final FailureScope scope;
    private final Duration retryAfter;
    private final List<FailedLeg> legs;
    private final boolean pausesIntake;

    private BridgeException(FailureCode code, FailureScope scope, Duration retryAfter, List<FailedLeg> legs,
                            boolean pausesIntake, String message, Throwable cause) {
        super(message, cause, true, hasTrace(code));
        this.code = Objects.requireNonNull(code, "code");
        this.scope = Objects.requireNonNull(scope, "scope");
        this.retryAfter = retryAfter;
        this.legs = List.copyOf(legs);
        this.pausesIntake = pausesIntake;
    }

    /** Creates a failure with the code's default scope. */
    public static BridgeException of(FailureCode code, String message) {
        return of(code, message, null);
    }

    /** Creates a failure with the code's default scope and a cause; a null cause is allowed. */
    public static BridgeException of(FailureCode code, String message, Throwable cause) {
        return new BridgeException(code, code.defaultScope(), null, List.of(), false, message, cause);
    }

    /** Returns the same failure with another scope. */
    public BridgeException withScope(FailureScope newScope) {
        return copy(newScope, retryAfter, legs, pausesIntake);
    }

    /**
     * Returns the same failure with the wait that the failing side asked for; it wins over the backoff verbatim.
     *
     * @throws IllegalArgumentException when the duration is negative
     */
    public BridgeException withRetryAfter(Duration newRetryAfter) {
        if (newRetryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter is " + newRetryAfter + "; it must not be negative");
        }
        return copy(scope, newRetryAfter, legs, pausesIntake);
    }

    /** Returns the same failure with the destinations that still lack the message. */
    public BridgeException withLegs(List<FailedLeg> newLegs) {
        return copy(scope, retryAfter, newLegs, pausesIntake);
    }

    /**
     * Returns the same failure, asking the source not to be read until a delivery gets through again. It has a meaning
     * only for a transient failure that is not charged to the message.
     */
    public BridgeException withPausedIntake() {
        return copy(scope, retryAfter, legs, true);
    }

    /** Returns the code. */
    public FailureCode code() {
        return code;
    }

    /** Returns the kind, which the code decides. */
    public FailureKind kind() {
        return code.kind();
    }

    /** Returns who is to blame. */
    public FailureScope scope() {
        return scope;
    }

    /** Returns the wait that the failing side asked for, empty when it did not. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Returns the destinations that still lack the message; empty when it did not fail at one of several. */
    public List<FailedLeg> legs() {
        return legs;
    }

    /** Tells whether the source should not be read until a delivery gets through again. */
    public boolean pausesIntake() {
        return pausesIntake;
    }

    private BridgeException copy(
            FailureScope newScope, Duration newRetryAfter, List<FailedLeg> newLegs, boolean newPausesIntake) {
        BridgeException copy
                = new BridgeException(code, newScope, newRetryAfter, newLegs, newPausesIntake, getMessage(), getCause());
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    private static boolean hasTrace(FailureCode code) {
        return switch (code.kind()) {
            case FILTERED, EXPIRED -> false;
            case TRANSIENT, PERMANENT, REJECTED, FENCED -> true;
        };
    }
}
