package io.gobridge.camel.transport.amqp091;

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
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;

/** AMQP 0-9-1, RabbitMQ first of all, over the connection factory of a {@code spring-rabbitmq} endpoint. */
public final class Amqp091Transport implements Transport {

    /** Of a source whose queue does not count; quorum queues do. */
    static final Capabilities CAPABILITIES
            = new Capabilities(RetrySupport.HELD, Duration.ZERO, Duration.ZERO, true, false, true, false);

    @Override
    public String name() {
        return "amqp091";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<Carriers> carriers() {
        return Optional.of(new Carriers(
                "property " + Amqp091Headers.MESSAGE_ID,
                "header `" + Amqp091Headers.SUBJECT + "`",
                "body",
                "property timestamp, and header `" + Amqp091Headers.CREATED_AT + "` where it is finer",
                "property expiration, and header `" + Amqp091Headers.EXPIRES_AT + "`",
                "header `" + ReservedHeaders.IDEMPOTENCY_KEY + "`",
                "header `" + ReservedHeaders.DEDUP_ID + "`",
                "header `" + ReservedHeaders.ORDERING_KEY + "`",
                "headers; other types and odd names in `" + BridgeMetadata.PROPERTY + "`"));
    }

    /** Returns one key for all: connections belong to the user's connection factory, which shares them. */
    @Override
    public String sessionKey(Endpoint endpoint) {
        return name();
    }

    @Override
    public Session session(String key) {
        return new AmqpSession();
    }

    /** Shares what is known of connections; these belong to the connection factory. */
    private static final class AmqpSession implements Session {

        private final Blockages blockages = new Blockages();

        @Override
        public Receiver receiver(ReceiverSpec spec) {
            Amqp091Options options = new Amqp091Options((SpringRabbitMQEndpoint) spec.endpoint());
            options.checkSource(spec.check(), spec.maxInFlight());
            return new Amqp091Receiver(spec, options, blockages);
        }

        @Override
        public Sender sender(SenderSpec spec) {
            Amqp091Options options = new Amqp091Options((SpringRabbitMQEndpoint) spec.endpoint());
            options.checkTarget(spec.check());
            return new Amqp091Sender(spec, options, blockages);
        }

        @Override
        public void close() {
            // The connections are the connection factory's, which the user closes.
        }
    }
}
