package io.gobridge.camel.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailedLeg;

/**
 * What a run of a delivery offers to a dispatch with several destinations, its legs: a memory that outlives the run,
 * and an end for a leg that failed for good. Thread-safe.
 */
public interface Legs {

    /** For work without a delivery: remembers nothing and ends nothing. */
    Legs NONE = new Legs() {

        @Override
        public String begin(String dispatch) {
            return dispatch;
        }

        @Override
        public void completed(String dispatch) {
            // Nobody will ask.
        }

        @Override
        public boolean isSettled(String leg) {
            return false;
        }

        @Override
        public void settled(String leg) {
            // Nobody will ask.
        }

        @Override
        public CompletionStage<Void> end(FailedLeg leg, BridgeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    };

    /**
     * Returns a name for the dispatch under which its legs are remembered: the same one in the next run, and another
     * one after this run has completed a dispatch of that name, as a route with two equal steps does.
     */
    String begin(String dispatch);

    /** Notes that all legs of a dispatch are settled. */
    void completed(String dispatch);

    /** Tells whether the leg was settled, in this run or an earlier one. */
    boolean isSettled(String leg);

    /** Remembers that the leg needs nothing more. */
    void settled(String leg);

    /**
     * Ends a leg that failed for good as the policy says. The stage completes when that is confirmed; it fails with
     * what the run has to fail with when the leg cannot be ended by itself.
     */
    CompletionStage<Void> end(FailedLeg leg, BridgeException failure);
}
