package io.gobridge.camel.transport;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;

/** The first message that is missing among those of one group that were given in order. Thread-safe. */
public final class Gap {

    private final AtomicReference<String> missing = new AtomicReference<>();

    /** Takes note that the message was not sent; one that will not be sent again is not missing. */
    public void failed(OutboundMessage message, BridgeException failure) {
        if (failure.kind() == FailureKind.TRANSIENT || failure.scope() == FailureScope.TARGET) {
            missing.compareAndSet(null, message.envelope().id());
        }
    }

    /**
     * Returns why no message of the group must be sent; empty when none is missing.
     *
     * @param group what the messages have in common, in the failure's text
     */
    public Optional<BridgeException> heldBack(String group) {
        String id = missing.get();
        return id == null
                ? Optional.empty() : Optional.of(BridgeException.of(FailureCode.UNAVAILABLE,
                        "Not sent, so that it does not overtake message " + id + " of the same " + group + ", which failed"));
    }
}
