package io.gobridge.camel.testkit.contract;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;

/** The failures of the contract. */
final class Failing {

    private Failing() {
    }

    /** Transient and the message's own: it is charged. */
    static BridgeException unavailable() {
        return BridgeException.of(FailureCode.UNAVAILABLE, "out to lunch");
    }

    /** Transient and the target's: a wait that is nobody's failure. */
    static BridgeException connectionLost() {
        return BridgeException.of(FailureCode.CONNECTION_LOST, "cable cut");
    }

    /** Permanent and the message's own. */
    static BridgeException permanent() {
        return BridgeException.of(FailureCode.INTERNAL, "will never work");
    }

    /** Permanent and the target's. */
    static BridgeException notAuthorized() {
        return BridgeException.of(FailureCode.NOT_AUTHORIZED, "password revoked");
    }

    static BridgeException filtered() {
        return BridgeException.of(FailureCode.MESSAGE_FILTERED, "not wanted");
    }
}
