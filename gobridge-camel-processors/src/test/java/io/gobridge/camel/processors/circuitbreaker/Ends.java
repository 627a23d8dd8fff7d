package io.gobridge.camel.processors.circuitbreaker;

import io.gobridge.camel.delivery.Outcome;
import io.gobridge.camel.exchange.RunEnd;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** Ways in which a run ends. */
final class Ends {

    private Ends() {
    }

    static RunEnd completed() {
        return RunEnd.of(Outcome.completed());
    }

    static RunEnd failed(FailureCode code) {
        return RunEnd.of(Outcome.failed(BridgeException.of(code, "failed")));
    }
}
