package io.gobridge.camel.routing;

/**
 * One destination chosen for a message.
 *
 * @param binding id of the binding, which is the name of its {@code gobridge:} producer
 * @param address destination within the binding's target; empty for the target's own
 */
public record DispatchPlan(String binding, String address) {
}
