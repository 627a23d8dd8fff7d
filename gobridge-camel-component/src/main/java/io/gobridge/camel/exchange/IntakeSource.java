package io.gobridge.camel.exchange;

import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.DeliveryCounter;

/**
 * Where the deliveries of an intake come from.
 *
 * @param capabilities what the source can do, as known now
 * @param request      asks the source for so many more deliveries
 * @param orderKey     names the sequence that a delivery belongs to, the empty text for none
 * @param counter      counts the source's deliveries; it outlives the intake when the route is restarted
 */
public record IntakeSource(Supplier<Capabilities> capabilities, IntConsumer request, Function<Delivery, String> orderKey,
        DeliveryCounter counter) {
}
