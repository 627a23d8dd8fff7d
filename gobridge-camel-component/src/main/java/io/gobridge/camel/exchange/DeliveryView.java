package io.gobridge.camel.exchange;

import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.delivery.IdentityKind;
import io.gobridge.camel.failure.BridgeException;

/** Shows a delivery as another one tells it; how it may be settled is up to the view. */
abstract sealed class DeliveryView implements Delivery permits InFlight, ReadOnlyDelivery {

    private final Delivery told;

    DeliveryView(Delivery told) {
        this.told = told;
    }

    Delivery source() {
        return told;
    }

    @Override
    public Optional<BridgeException> defect() {
        return told.defect();
    }

    @Override
    public int attempt() {
        return told.attempt();
    }

    @Override
    public IdentityKind identity() {
        return told.identity();
    }

    @Override
    public String group() {
        return told.group();
    }

    @Override
    public Map<String, Object> sourceHeaders() {
        return told.sourceHeaders();
    }

    @Override
    public Capabilities capabilities() {
        return told.capabilities();
    }
}
