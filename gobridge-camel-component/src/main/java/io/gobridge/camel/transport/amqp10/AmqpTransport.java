package io.gobridge.camel.transport.amqp10;

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
import org.apache.camel.component.jms.JmsEndpoint;

/** AMQP 1.0, as the options of an {@code amqp} endpoint say. */
public final class AmqpTransport implements Transport {

    /** Of a queue, and of a durable subscription. */
    static final Capabilities CAPABILITIES
            = new Capabilities(RetrySupport.HELD, Duration.ZERO, Duration.ZERO, true, true, true, false);

    @Override
    public String name() {
        return "amqp10";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<Carriers> carriers() {
        return Optional.of(new Carriers(
                "properties.message-id",
                "properties.subject",
                "data section",
                "properties.creation-time, and application property `" + AmqpHeaders.CREATED_AT + "` where it is finer",
                "properties.absolute-expiry-time and header.ttl",
                "application property `" + ReservedHeaders.IDEMPOTENCY_KEY + "`",
                "application property `" + ReservedHeaders.DEDUP_ID + "`",
                "application property `" + ReservedHeaders.ORDERING_KEY + "`",
                "application properties; other types in `" + BridgeMetadata.PROPERTY + "`"));
    }

    /** Returns one key per broker and client id; an endpoint without a client id has a connection of its own. */
    @Override
    public String sessionKey(Endpoint endpoint) {
        AmqpOptions options = new AmqpOptions((JmsEndpoint) endpoint);
        return options.clientId().isEmpty() ? endpoint.getEndpointUri() : options.broker() + " " + options.clientId();
    }

    @Override
    public Session session(String key) {
        return new AmqpSession();
    }
}
