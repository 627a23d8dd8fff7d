package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.Set;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;

/** Artemis as the contract needs it. */
record ArtemisBroker(EmbeddedArtemis artemis) implements MqttFixture.MqttBroker {

    @Override
    public String url() {
        return artemis.brokerUrl();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.BROKER, Feature.KEEPS_UNSETTLED);
    }

    @Override
    public int remaining(String clientId, String topicFilter) {
        return (int) artemis.unacknowledged(clientId, topicFilter);
    }

    @Override
    public void restart() {
        artemis.kill();
        artemis.restart();
    }
}
