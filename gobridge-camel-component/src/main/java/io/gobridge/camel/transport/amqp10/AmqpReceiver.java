package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.qpid.jms.message.JmsMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives from one address. Messages are taken from the client library as they are requested; it has a few more, no
 * more than can be run. A broker that is away or refuses is down, not a reason to give up.
 */
final class AmqpReceiver implements Receiver, AmqpLink.User {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpReceiver.class);

    private final ReceiverSpec spec;
    private final AmqpOptions options;
    private final AmqpSession session;
    private final AmqpEnvelopes envelopes;
    private final Capabilities capabilities;
    private final Serial serial;
    private final AtomicInteger demand = new AtomicInteger();
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final OnlyOnce stopped = new OnlyOnce();
    private final OnlyOnce closed = new OnlyOnce();
    private volatile Subscription subscription;
    private volatile BridgeException notSubscribed
            = BridgeException.of(FailureCode.CONNECTION_LOST, "The AMQP source is not attached yet");
    private DeliveryHandler handler;
    private int refusals;

    AmqpReceiver(ReceiverSpec spec, AmqpOptions options, AmqpSession session) {
        this.spec = spec;
        this.options = options;
        this.session = session;
        this.envelopes = new AmqpEnvelopes(spec.scheduler().clock());
        this.capabilities = AmqpTransport.CAPABILITIES.withRedelivers(options.keepsUnsettled());
        this.serial = new Serial(spec.executor());
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler newHandler) {
        serial.execute(() -> handler = newHandler);
        session.join(this, options.receiving(spec));
        return started;
    }

    @Override
    public void request(int deliveries) {
        demand.addAndGet(deliveries);
        serial.execute(this::pump);
    }

    @Override
    public CompletionStage<Void> stop() {
        return stopped.run(() -> CompletableFuture.runAsync(() -> {
            if (subscription != null) {
                subscription.stopReading();
            }
        }, serial));
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> stop().thenCompose(nothing -> leave()).exceptionally(error -> null));
    }

    @Override
    public TransportHealth health() {
        if (stopped.hasBegun()) {
            return TransportHealth.down("stopped");
        }
        TransportHealth link = session.health();
        BridgeException refusal = notSubscribed;
        return link.isUp() && refusal != null ? TransportHealth.down(refusal.getMessage()) : link;
    }

    @Override
    public void opened(AmqpConnection connection) {
        serial.execute(() -> subscribe(connection));
    }

    /** Not as a task: one may be waiting for this very connection. */
    @Override
    public void lost(AmqpConnection connection, BridgeException why) {
        Subscription current = subscription;
        if (current != null && current.connection() == connection) {
            current.end();
            notSubscribed = why;
        }
    }

    /** A source that cannot connect now has started all the same. */
    @Override
    public void down(BridgeException why) {
        started.complete(null);
    }

    private CompletionStage<Void> leave() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        serial.execute(() -> {
            if (subscription != null) {
                subscription.close();
            }
            ended.complete(null);
        });
        return ended.thenCompose(nothing -> session.leave(this));
    }

    private void subscribe(AmqpConnection connection) {
        boolean isThere = subscription != null && subscription.connection() == connection && subscription.isOpen();
        if (stopped.hasBegun() || !connection.isOpen() || isThere) {
            return;
        }
        try {
            subscription = Subscription.open(connection, options, options.prefetch(spec.maxInFlight()), serial, new Link());
        } catch (JMSException | RuntimeException e) {
            refused(connection, AmqpFailures.ofLink(e, "Attaching to '" + options.address() + "'"));
            return;
        }
        refusals = 0;
        notSubscribed = null;
        if (!connection.isOpen()) {
            subscription.end();
        }
        started.complete(null);
        pump();
    }

    private void refused(AmqpConnection connection, BridgeException why) {
        notSubscribed = why;
        if (why.code() == FailureCode.INVALID_CONFIG) {
            started.completeExceptionally(why);
        }
        Duration wait = Backoff.DEFAULT.delay(++refusals, spec.random());
        LOG.warn("{}; attaching again in {} ms", why.getMessage(), wait.toMillis());
        LOG.debug("Why there is no link", why);
        spec.scheduler().schedule(wait, () -> opened(connection));
        started.complete(null);
    }

    private void pump() {
        Subscription current = subscription;
        while (current != null && handler != null && !stopped.hasBegun() && demand.get() > 0) {
            Optional<Message> next = current.poll();
            if (next.isEmpty()) {
                return;
            }
            demand.decrementAndGet();
            handler.take(delivery(next.get(), current));
        }
    }

    private AmqpDelivery delivery(Message wire, Subscription from) {
        int count = ((JmsMessage) wire).getFacade().getDeliveryCount();
        return new AmqpDelivery(envelopes.fromWire(wire), wire, Math.max(1, count), from, capabilities);
    }

    private final class Link implements Subscription.Events {

        @Override
        public void available() {
            serial.execute(AmqpReceiver.this::pump);
        }

        @Override
        public void closed(Subscription ended, BridgeException why) {
            ended.end();
            serial.execute(() -> {
                if (ended == subscription && ended.connection().isOpen()) {
                    ended.close();
                    refused(ended.connection(), why);
                }
            });
        }
    }
}
