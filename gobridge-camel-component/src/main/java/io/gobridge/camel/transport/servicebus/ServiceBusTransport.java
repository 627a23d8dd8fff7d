package io.gobridge.camel.transport.servicebus;

import java.time.Duration;
import java.util.Optional;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.Carriers;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.component.azure.servicebus.ServiceBusEndpoint;

/** Azure Service Bus, as the options of an {@code azure-servicebus} endpoint say. */
public final class ServiceBusTransport implements Transport {

    /** The lock window of an entity that says nothing else, until its first message shows it. */
    static final Capabilities CAPABILITIES
            = new Capabilities(RetrySupport.HELD, Duration.ZERO, Duration.ofMinutes(1), true, true, true, false);

    @Override
    public String name() {
        return "servicebus";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<Carriers> carriers() {
        return Optional.of(new Carriers(
                "MessageId, else application property `" + ServiceBusHeaders.MESSAGE_ID + "`",
                "Subject",
                "body as data",
                "application property `" + ServiceBusHeaders.CREATED_AT + "`",
                "TimeToLive and the absolute expiry time",
                "application property `" + ReservedHeaders.IDEMPOTENCY_KEY + "`",
                "MessageId, and application property `" + ReservedHeaders.DEDUP_ID + "`",
                "SessionId, and application property `" + ReservedHeaders.ORDERING_KEY + "`",
                "application properties; other types in `" + BridgeMetadata.PROPERTY + "`"));
    }

    /** Returns one key for all: each endpoint has a connection of its own. */
    @Override
    public String sessionKey(Endpoint endpoint) {
        return name();
    }

    @Override
    public Session session(String key) {
        return new Unshared();
    }

    /** Shares nothing. */
    private static final class Unshared implements Session {

        @Override
        public Receiver receiver(ReceiverSpec spec) {
            ServiceBusOptions options = new ServiceBusOptions((ServiceBusEndpoint) spec.endpoint());
            options.checkSource(spec.check());
            return new ServiceBusReceiver(spec, options);
        }

        @Override
        public Sender sender(SenderSpec spec) {
            ServiceBusOptions options = new ServiceBusOptions((ServiceBusEndpoint) spec.endpoint());
            options.checkTarget(spec.check());
            return new ServiceBusSender(spec, options);
        }

        @Override
        public void close() {
            // Receivers and senders close their own connections.
        }
    }
}
