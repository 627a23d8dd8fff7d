package io.gobridge.camel.delivery;

import java.util.Objects;
import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;

/** How one run of a delivery through its route ended. Immutable. */
public final class Outcome {

    private static final Outcome COMPLETED = new Outcome(null);

    private final BridgeException failure;

    private Outcome(BridgeException failure) {
        this.failure = failure;
    }

    /** Returns that the route completed, or handled its failure itself. */
    public static Outcome completed() {
        return COMPLETED;
    }

    /** Returns that the route failed. */
    public static Outcome failed(BridgeException failure) {
        return new Outcome(Objects.requireNonNull(failure, "failure"));
    }

    /** Returns why the route failed, empty when it completed. */
    public Optional<BridgeException> failure() {
        return Optional.ofNullable(failure);
    }
}
