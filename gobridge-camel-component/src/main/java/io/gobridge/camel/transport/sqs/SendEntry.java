package io.gobridge.camel.transport.sqs;

import java.util.Optional;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Gap;
import io.gobridge.camel.transport.OutboundMessage;

/** A message on its way to the queue. */
final class SendEntry extends BatchEntry {

    private final OutboundMessage message;
    private final WireMessage wire;
    private final Gap gap;

    /** @param gap shared by the messages of one group that were given in order: the first one that is still missing */
    SendEntry(OutboundMessage message, WireMessage wire, Gap gap) {
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
        return gap.heldBack("group");
    }

    @Override
    void conclude(Optional<BridgeException> error) {
        error.ifPresent(failure -> gap.failed(message, failure));
    }
}
