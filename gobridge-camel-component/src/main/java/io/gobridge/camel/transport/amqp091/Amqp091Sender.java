package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.TransportHealth;

/** Publishes to the endpoint's exchange, with its routing key or the one that a message is addressed to. */
final class Amqp091Sender implements Sender {

    private static final Failures FAILURES = new Failures(List.of());

    private final Amqp091Options options;
    private final Amqp091Envelopes envelopes;
    private final ChannelLink link;
    private final PublishQueue publishes;
    private final OnlyOnce closed = new OnlyOnce();

    Amqp091Sender(SenderSpec spec, Amqp091Options options, Blockages blockages) {
        this.options = options;
        this.envelopes = new Amqp091Envelopes(spec.scheduler().clock());
        this.link = new ChannelLink(
                "The sender to exchange '" + options.exchange() + "'",
                new ChannelSource(options::publisherConnectionFactory, blockages),
                spec.scheduler(), spec.random(), spec.executor(), new User());
        this.publishes = new PublishQueue(options.exchange(), link, spec.executor());
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (closed.hasBegun()) {
            return CompletableFuture.failedFuture(isClosed());
        }
        try {
            Publication publication = publication(message);
            link.connect();
            CompletionStage<Void> sent = publishes.submit(publication);
            if (closed.hasBegun()) {
                // Closed since it was asked above: nobody would close the channel any more.
                end();
            }
            return sent;
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(FAILURES.of(e));
        }
    }

    @Override
    public void cancel(OutboundMessage message) {
        String id = message.envelope().id();
        publishes.fail(publication -> message.isSame(publication.message()), publishes.isBlocked()
                ? BridgeException
                        .of(FailureCode.BROKER_BUSY, "Message " + id + " was sent to a broker that blocks the connection")
                        .withScope(FailureScope.TARGET)
                : BridgeException.of(FailureCode.TIMEOUT,
                        "Message " + id + " waited too long for the broker; it may have been sent"));
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> end().exceptionally(error -> null));
    }

    private CompletionStage<Void> end() {
        publishes.fail(publication -> true, isClosed());
        return link.disconnect();
    }

    @Override
    public TransportHealth health() {
        return link.health();
    }

    private Publication publication(OutboundMessage message) {
        boolean isAddressed = !message.address().isEmpty() && !message.address().equals(options.routingKey());
        String key = isAddressed ? message.address() : options.routingKey();
        if (!Amqp091Text.isShort(key)) {
            throw BridgeException.of(FailureCode.ADDRESS_TEMPLATE, "Message " + message.envelope().id()
                                                                   + " is addressed to '" + key
                                                                   + "', which is no routing key: it has more than 255 bytes; nothing was sent");
        }
        BasicProperties properties = envelopes.toWire(message.envelope());
        return new Publication(message, key, isAddressed, properties);
    }

    private BridgeException isClosed() {
        return BridgeException.of(FailureCode.CONNECTION_LOST, "The sender to exchange '" + options.exchange() + "' is closed");
    }

    /** Makes the link's channels those of the queue. */
    private final class User implements ChannelLink.User {

        @Override
        public void prepare(Channel channel) throws IOException {
            options.declareTarget();
            channel.confirmSelect();
            channel.addReturnListener(returned -> publishes.returned(channel, returned));
            channel.addConfirmListener(
                    (tag, isMultiple) -> publishes.confirmed(channel, tag, isMultiple, true),
                    (tag, isMultiple) -> publishes.confirmed(channel, tag, isMultiple, false));
        }

        @Override
        public void opened(Channel channel) {
            publishes.opened(channel);
        }

        @Override
        public void lost(Channel channel, ShutdownSignalException signal, BridgeException why) {
            publishes.lost(channel, signal, why);
        }

        @Override
        public void down(BridgeException why) {
            publishes.down(why);
        }

        @Override
        public void blocked(boolean isBlocked) {
            publishes.blocked(isBlocked);
        }
    }
}
