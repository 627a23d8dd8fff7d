package io.gobridge.camel.transport.sqs;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;

/** A message on its way to the queue. */
final class SendEntry extends BatchEntry {

    private final OutboundMessage message;
    private final WireMessage wire;
    private final AtomicReference<String> gap;

    /** @param gap shared by the messages of one group that were given in order: the first one that is still missing */
    SendEntry(OutboundMessage message, WireMessage wire, AtomicReference<String> gap) {
        super(wire.groupId(), wire.bytes());
        this.message = message;
        this.wire = wire;
        this.gap = gap;
    }

    OutboundMessage message() {
        return message;
    }

    WireMessage wire() {
        return wire;
    }

    /** Returns why the message must not be sent: one before it in its group failed and will be sent again. */
    Optional<BridgeException> heldBack() {
        String missing = gap.get();
        return missing == null ? Optional.empty() : Optional.of(heldBackBehind(missing));
    }

    @Override
    void conclude(Optional<BridgeException> error) {
        if (error.isPresent() && comesAgain(error.get())) {
            gap.compareAndSet(null, message.envelope().id());
        }
    }

    private static boolean comesAgain(BridgeException failure) {
        return failure.kind() == FailureKind.TRANSIENT || failure.scope() == FailureScope.TARGET;
    }

    private static BridgeException heldBackBehind(String id) {
        return BridgeException.of(FailureCode.UNAVAILABLE,
                "Not sent, so that it does not overtake message " + id + " of the same group, which failed");
    }
}
