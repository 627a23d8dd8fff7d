package io.gobridge.camel.transport.amqp10;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.qpid.jms.JmsMessageAvailableConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A receiving link on one connection: what came over it can be settled over it only. Its methods are for the tasks of
 * one {@link Serial}, but for those that say otherwise.
 */
final class Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private final AmqpConnection connection;
    private final Serial serial;
    private final Session session;
    private final MessageConsumer consumer;
    private boolean isReading = true;
    private volatile boolean isOpen = true;

    private Subscription(AmqpConnection connection, Serial serial, Session session, MessageConsumer consumer) {
        this.connection = connection;
        this.serial = serial;
        this.session = session;
        this.consumer = consumer;
    }

    /** What becomes of a link. Called on threads of the client library: nothing here may wait. */
    interface Events {

        /** There may be messages. */
        void available();

        /** The peer closed the link. */
        void closed(Subscription subscription, BridgeException why);
    }

    /** Attaches to the endpoint's address; waits for the peer. */
    static Subscription open(AmqpConnection connection, AmqpOptions options, int prefetch, Serial serial, Events events)
            throws JMSException {
        Session session = connection.receivingSession(prefetch);
        try {
            MessageConsumer consumer = options.consumer(session);
            Subscription opened = new Subscription(connection, serial, session, consumer);
            Consumer<BridgeException> closed = why -> events.closed(opened, why);
            connection.watch(consumer, closed);
            connection.watch(session, closed);
            ((JmsMessageAvailableConsumer) consumer).setAvailableListener(unused -> events.available());
            // Throws when the peer has closed the link already, before anybody watched it.
            consumer.getMessageSelector();
            return opened;
        } catch (JMSException | RuntimeException e) {
            connection.unwatch(session);
            session.close();
            throw e;
        }
    }

    AmqpConnection connection() {
        return connection;
    }

    /** Tells whether messages can be settled; may be called from any thread. */
    boolean isOpen() {
        return isOpen;
    }

    /** Returns a message that has arrived, and so lets the peer send another one; empty when there is none. */
    Optional<Message> poll() {
        if (!isReading || !isOpen) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(consumer.receiveNoWait());
        } catch (JMSException e) {
            LOG.warn("{}: a message could not be read; it is left to the broker", connection, e);
            return Optional.empty();
        }
    }

    /**
     * Settles one message; may be called from any thread and does not wait.
     *
     * @param describe names the message
     */
    CompletionStage<Void> settle(Message message, Disposition disposition, String describe) {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        serial.execute(() -> {
            try {
                if (!isOpen || !connection.isOpen()) {
                    settled.completeExceptionally(gone(describe, null));
                    return;
                }
                message.setIntProperty(Disposition.PROPERTY, disposition.ackType());
                message.acknowledge();
                settled.complete(null);
            } catch (JMSException | RuntimeException e) {
                settled.completeExceptionally(gone(describe, e));
            }
        });
        return settled;
    }

    /** Reads no more; what arrived and was not taken is released. What was taken can still be settled. */
    void stopReading() {
        isReading = false;
        connection.unwatch(consumer);
        try {
            consumer.close();
        } catch (JMSException | RuntimeException e) {
            LOG.debug("{}: a consumer did not close well", connection, e);
        }
    }

    /** Notes that nothing can be settled any more; may be called from any thread. */
    void end() {
        isOpen = false;
    }

    /** Ends it; what is unsettled goes back to the broker. */
    void close() {
        end();
        connection.unwatch(session);
        connection.unwatch(consumer);
        try {
            session.close();
        } catch (JMSException | RuntimeException e) {
            LOG.debug("{}: a session did not close well", connection, e);
        }
    }

    private static BridgeException gone(String describe, Throwable cause) {
        return BridgeException.of(FailureCode.LOCK_LOST,
                describe + " came over a link that is gone; the broker hands it over again", cause);
    }
}
