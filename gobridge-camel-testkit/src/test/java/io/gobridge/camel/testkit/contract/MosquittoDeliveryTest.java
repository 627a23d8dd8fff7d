package io.gobridge.camel.testkit.contract;

import java.util.EnumSet;
import java.util.Set;

import io.gobridge.camel.testkit.contract.TransportFixture.Feature;
import org.junit.jupiter.api.Tag;

/** The contract on MQTT 5 with a Mosquitto that listens on 127.0.0.1:1883; it cannot say what it keeps. */
@Tag("real-brokers")
class MosquittoDeliveryTest extends DeliveryContract {

    @Override
    protected TransportFixture open() {
        return new MqttFixture(new Mosquitto());
    }

    private record Mosquitto() implements MqttFixture.MqttBroker {

        @Override
        public String url() {
            return "tcp://127.0.0.1:1883";
        }

        @Override
        public Set<Feature> features() {
            return EnumSet.noneOf(Feature.class);
        }
    }
}
