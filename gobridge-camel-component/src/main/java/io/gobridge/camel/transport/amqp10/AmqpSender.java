package io.gobridge.camel.transport.amqp10;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.jms.JMSException;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.TransportHealth;

/** Sends to the endpoint's address, in order and without waiting for the outcomes. */
final class AmqpSender implements Sender, AmqpLink.User {

    private static final Failures FAILURES = new Failures(List.of());

    private final SenderSpec spec;
    private final AmqpOptions options;
    private final MessageDefaults defaults;
    private final AmqpSession session;
    private final AmqpEnvelopes envelopes;
    private final ConnectionSettings settings;
    private final Serial serial;
    private final SendQueue queue = new SendQueue();
    private final OnlyOnce closed = new OnlyOnce();
    private volatile AmqpConnection connection;
    private volatile ProducerLink producer;

    AmqpSender(SenderSpec spec, AmqpOptions options, AmqpSession session) {
        this.spec = spec;
        this.options = options;
        this.defaults = options.messageDefaults();
        this.session = session;
        this.envelopes = new AmqpEnvelopes(spec.scheduler().clock());
        this.settings = options.sending(spec);
        this.serial = new Serial(spec.executor());
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        if (closed.hasBegun()) {
            return CompletableFuture.failedFuture(isClosed());
        }
        Outgoing outgoing;
        try {
            outgoing = outgoing(message);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(FAILURES.of(e));
        }
        CompletionStage<Void> sent = queue.add(outgoing);
        session.join(this, settings);
        if (closed.hasBegun()) {
            // Closed since it was asked above: nobody would leave the session for it any more.
            queue.fail(other -> true, isClosed());
            session.leave(this);
            return sent;
        }
        // Only now: a connection that goes down from here on tells this sender.
        if (session.isDown()) {
            queue.failWaiting(session.whyDown());
        }
        serial.execute(this::pump);
        return sent;
    }

    @Override
    public void cancel(OutboundMessage message) {
        queue.fail(outgoing -> message.isSame(outgoing.message()), BridgeException.of(FailureCode.TIMEOUT,
                "Message " + message.envelope().id() + " waited too long for the broker; it may have been sent"));
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> {
            queue.fail(outgoing -> true, isClosed());
            return session.leave(this).exceptionally(error -> null).thenRunAsync(this::release, spec.executor());
        });
    }

    @Override
    public TransportHealth health() {
        return session.health();
    }

    @Override
    public void opened(AmqpConnection opened) {
        connection = opened;
        serial.execute(this::pump);
    }

    @Override
    public void lost(AmqpConnection lost, BridgeException why) {
        queue.failUnderWay(outgoing -> BridgeException.of(FailureCode.CONNECTION_LOST,
                outgoing.describe() + " was sent and not answered: " + why.getMessage(), why));
    }

    @Override
    public void down(BridgeException why) {
        queue.failWaiting(why);
    }

    private Outgoing outgoing(OutboundMessage message) {
        if (!message.address().isEmpty() && !message.address().equals(options.address())) {
            throw BridgeException.of(FailureCode.NOT_SUPPORTED,
                    "Message " + message.envelope().id() + " is addressed to '" + message.address()
                                                                + "', but the link of this target leads to '"
                                                                + options.address() + "' only; nothing was sent");
        }
        return new Outgoing(
                message, WireMessages.toJms(envelopes.toWire(message.envelope(), defaults)), new CompletableFuture<>());
    }

    private void pump() {
        AmqpConnection current = connection;
        while (current != null && current.isOpen()) {
            Optional<Outgoing> next = queue.next();
            if (next.isEmpty()) {
                return;
            }
            send(next.get(), current);
        }
    }

    private void send(Outgoing outgoing, AmqpConnection over) {
        try {
            link(over).send(outgoing, this::ended);
        } catch (BridgeException e) {
            queue.failed(outgoing, e);
            queue.failWaiting(e);
        } catch (JMSException | RuntimeException e) {
            queue.failed(outgoing, AmqpFailures.ofSend(e, outgoing.describe()));
            release();
        }
    }

    /** @throws BridgeException when the peer takes no link to the address */
    private ProducerLink link(AmqpConnection over) {
        ProducerLink current = producer;
        if (current != null && current.isUsable(over)) {
            return current;
        }
        try {
            release();
            producer = ProducerLink.open(over, options);
            return producer;
        } catch (JMSException | RuntimeException e) {
            throw AmqpFailures.ofLink(e, "Attaching to '" + options.address() + "'");
        }
    }

    private void ended(Outgoing outgoing, Throwable error) {
        if (error == null) {
            queue.accepted(outgoing);
        } else {
            queue.failed(outgoing, AmqpFailures.ofSend(error, outgoing.describe()));
        }
    }

    private void release() {
        ProducerLink former = producer;
        producer = null;
        if (former != null) {
            former.close();
        }
    }

    private BridgeException isClosed() {
        return BridgeException.of(FailureCode.CONNECTION_LOST, "The sender to '" + options.address() + "' is closed");
    }
}
