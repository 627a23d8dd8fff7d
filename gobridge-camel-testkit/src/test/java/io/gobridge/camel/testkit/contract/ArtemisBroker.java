package io.gobridge.camel.testkit.contract;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.contract.TransportFixture.Feature;

import static org.awaitility.Awaitility.await;

/** Artemis as the contract needs it. */
record ArtemisBroker(EmbeddedArtemis artemis) implements MqttFixture.MqttBroker {

    private static final Duration SETTLING = Duration.ofMillis(100);

    @Override
    public String url() {
        return artemis.brokerUrl();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.BROKER, Feature.KEEPS_UNSETTLED);
    }

    /**
     * Reads until two readings agree: Artemis takes acknowledgements in its own time, and MQTT does not confirm them.
     */
    @Override
    public int remaining(String clientId, String topicFilter) {
        AtomicLong last = new AtomicLong(artemis.unacknowledged(clientId, topicFilter));
        await().pollDelay(SETTLING).pollInterval(SETTLING).until(() -> {
            long before = last.getAndSet(artemis.unacknowledged(clientId, topicFilter));
            return before == last.get();
        });
        return last.intValue();
    }

    @Override
    public void restart() {
        artemis.kill();
        artemis.restart();
    }
}
