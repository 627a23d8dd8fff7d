package io.gobridge.camel.routing;

import java.util.Objects;

import io.gobridge.camel.envelope.Headers;

/**
 * One destination chosen for a message.
 *
 * @param binding id of the binding
 * @param address destination within the binding's target; empty for the binding's own
 * @param headers headers that only this destination gets; a reserved one that the message has already stays as it is
 */
public record DispatchPlan(String binding, String address, Headers headers) {

    /** Requires all three. */
    public DispatchPlan {
        Objects.requireNonNull(binding, "binding");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(headers, "headers");
    }

    /** Plans to send without further headers. */
    public DispatchPlan(String binding, String address) {
        this(binding, address, Headers.empty());
    }

    /** Plans to send to the binding as it is. */
    public static DispatchPlan to(String binding) {
        return new DispatchPlan(binding, "");
    }
}
