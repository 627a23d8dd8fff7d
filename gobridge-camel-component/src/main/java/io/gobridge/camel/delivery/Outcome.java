package io.gobridge.camel.delivery;

import io.gobridge.camel.failure.BridgeException;

/** How one run of a delivery through its route ended. */
public sealed interface Outcome {

    /** The route completed, or handled its failure itself. */
    record Completed() implements Outcome {
    }

    /**
     * The route failed.
     *
     * @param failure why
     */
    record Failed(BridgeException failure) implements Outcome {
    }

    /** Returns that the route completed. */
    static Outcome completed() {
        return new Completed();
    }

    /** Returns that the route failed. */
    static Outcome failed(BridgeException failure) {
        return new Failed(failure);
    }
}
