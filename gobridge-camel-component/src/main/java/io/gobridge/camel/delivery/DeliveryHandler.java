package io.gobridge.camel.delivery;

/** Takes deliveries from a receiver. Returns at once: no route runs on the caller's thread. */
@FunctionalInterface
public interface DeliveryHandler {

    /** Takes responsibility for the delivery. Called in source order; throws nothing. */
    void take(Delivery delivery);
}
