package io.gobridge.camel.exchange;

import java.util.Optional;

import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.failure.BridgeException;

/** How the run of an exchange ended, as its steps are told. Immutable. */
public final class RunEnd {

    private static final RunEnd COMPLETED = new RunEnd(Outcome.completed(), null);

    private final Outcome outcome;
    private final BridgeException handled;

    private RunEnd(Outcome outcome, BridgeException handled) {
        this.outcome = outcome;
        this.handled = handled;
    }

    /** Returns the end of a run that ended so, and in which the route handled nothing itself. */
    public static RunEnd of(Outcome outcome) {
        return of(outcome, null);
    }

    static RunEnd of(Outcome outcome, BridgeException handled) {
        return outcome.failure().isEmpty() && handled == null ? COMPLETED : new RunEnd(outcome, handled);
    }

    /** Returns what the delivery is settled by: a failure that the route handled itself is none. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns what failed in the route, also when {@code onException(...).handled(true)} made up for it. */
    public Optional<BridgeException> failure() {
        return handled == null ? outcome.failure() : Optional.of(handled);
    }
}
