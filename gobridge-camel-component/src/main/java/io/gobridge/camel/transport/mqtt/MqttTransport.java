package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.util.Optional;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.Carriers;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;

/** MQTT 5, as the options of a {@code paho-mqtt5} endpoint say. */
public final class MqttTransport implements Transport {

    /** Of a source with a session that the broker keeps. */
    static final Capabilities CAPABILITIES
            = new Capabilities(RetrySupport.HELD, Duration.ZERO, Duration.ZERO, true, false, false, true);

    @Override
    public String name() {
        return "mqtt";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<Carriers> carriers() {
        return Optional.of(new Carriers(
                "user property `" + MqttHeaders.MESSAGE_ID + "`",
                "user property `" + MqttHeaders.SUBJECT + "`",
                "payload",
                "user property `" + MqttHeaders.CREATED_AT + "`",
                "Message Expiry Interval, whole seconds",
                "user property `" + ReservedHeaders.IDEMPOTENCY_KEY + "`",
                "user property `" + ReservedHeaders.DEDUP_ID + "`",
                "user property `" + ReservedHeaders.ORDERING_KEY + "`",
                "user properties; types and odd names in `" + BridgeMetadata.PROPERTY + "`"));
    }

    /** Returns one key per broker and client id; an endpoint without a client id has a session of its own. */
    @Override
    public String sessionKey(Endpoint endpoint) {
        MqttOptions options = new MqttOptions((PahoMqtt5Endpoint) endpoint);
        return options.clientId().isEmpty() ? endpoint.getEndpointUri() : options.brokers() + " " + options.clientId();
    }

    @Override
    public Session session(String key) {
        return new MqttSession();
    }
}
