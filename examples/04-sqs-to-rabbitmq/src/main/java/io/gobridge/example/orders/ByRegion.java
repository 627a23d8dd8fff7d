package io.gobridge.example.orders;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.routing.DestinationResolver;
import io.gobridge.camel.routing.DispatchPlan;

/** Sends express orders to the couriers, and every other one to the warehouse of its region. */
public final class ByRegion implements DestinationResolver {

    private static final String COURIERS = "couriers";
    private static final String WAREHOUSES = "warehouses";
    private static final Map<String, String> QUEUES = Map.of("EU", "warehouse.eu", "US", "warehouse.us");

    @Override
    public List<DispatchPlan> resolve(Envelope order) {
        if (order.headers().text("express").isPresent()) {
            return List.of(DispatchPlan.to(COURIERS));
        }
        String queue = QUEUES.get(order.headers().text("region").orElse("EU"));
        if (queue == null) {
            throw BridgeException.of(FailureCode.NO_BINDING_MATCH, "No warehouse is near the region of order " + order.id());
        }
        return List.of(new DispatchPlan(WAREHOUSES, queue));
    }

    /** Lets the route fail at its start when it lacks one of them. */
    @Override
    public Set<String> bindings() {
        return Set.of(COURIERS, WAREHOUSES);
    }
}
