package io.gobridge.camel;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.camel.dispatch.GuardedSender;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.routing.AddressTemplate;
import io.gobridge.camel.routing.DispatchPlan;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;

/**
 * A binding that messages can be sent to.
 *
 * @param id                its name
 * @param sender            what sends
 * @param guard             what everybody sends through
 * @param address           where within the target, unless a plan or a header says otherwise
 * @param takesCamelHeaders whether the target is a Camel endpoint that understands headers such as
 *                          {@code CamelFileName}
 */
record BoundTarget(String id, Sender sender, GuardedSender guard, AddressTemplate address, boolean takesCamelHeaders) {

    /**
     * Makes the message that goes to this binding.
     *
     * @param  address                                   what the exchange says about the address; null when nothing
     * @throws io.gobridge.camel.failure.BridgeException {@code ADDRESS_TEMPLATE} when the address cannot be made
     */
    OutboundMessage message(Envelope envelope, DispatchPlan plan, String address) {
        Envelope sent = sent(envelope, plan);
        if (!plan.address().isEmpty()) {
            return new OutboundMessage(sent, plan.address());
        }
        return new OutboundMessage(sent, address != null ? address : this.address.render(sent.headers()));
    }

    private Envelope sent(Envelope envelope, DispatchPlan plan) {
        Headers headers = envelope.headers();
        Headers understood = takesCamelHeaders ? headers : headers.without(ReservedHeaders::isCamel);
        return plan.headers().size() == 0 && understood.size() == headers.size()
                ? envelope
                : envelope.toBuilder().headers(understood.mergeProtected(plan.headers())).build();
    }

    /** Returns why messages cannot be sent now; empty when they can. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (!sender.health().isUp()) {
            reasons.add("target: " + sender.health().detail());
        }
        if (guard.isWedged()) {
            reasons.add("wedged: a send ignored its timeout and has not ended");
        }
        return reasons;
    }
}
