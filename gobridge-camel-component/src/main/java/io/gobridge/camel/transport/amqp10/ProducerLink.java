package io.gobridge.camel.transport.amqp10;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import io.gobridge.camel.failure.BridgeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sending link on one connection. Its methods are for the tasks of one {@link Serial}, but for {@link #close}. */
final class ProducerLink {

    private static final Logger LOG = LoggerFactory.getLogger(ProducerLink.class);

    private final AmqpConnection connection;
    private final Session session;
    private final MessageProducer producer;
    private volatile boolean isOpen = true;

    private ProducerLink(AmqpConnection connection, Session session, MessageProducer producer) {
        this.connection = connection;
        this.session = session;
        this.producer = producer;
    }

    /** Attaches to the endpoint's address; waits for the peer. */
    static ProducerLink open(AmqpConnection connection, AmqpOptions options) throws JMSException {
        Session session = connection.sendingSession();
        try {
            ProducerLink opened = new ProducerLink(connection, session, session.createProducer(options.destination(session)));
            Consumer<BridgeException> closed = why -> opened.closedByPeer();
            connection.watch(opened.producer, closed);
            connection.watch(session, closed);
            // Throws when the peer has closed the link already, before anybody watched it.
            opened.producer.getPriority();
            return opened;
        } catch (JMSException | RuntimeException e) {
            connection.unwatch(session);
            session.close();
            throw e;
        }
    }

    boolean isUsable(AmqpConnection current) {
        return isOpen && connection == current && current.isOpen();
    }

    /**
     * Sends. Waits while the peer gives no credit, not for the outcome.
     *
     * @param outcome told null when the peer accepted the message, else why it did not
     */
    void send(Outgoing outgoing, BiConsumer<Outgoing, Throwable> outcome) throws JMSException {
        producer.send(outgoing.wire(), new CompletionListener() {

            @Override
            public void onCompletion(Message message) {
                outcome.accept(outgoing, null);
            }

            @Override
            public void onException(Message message, Exception error) {
                outcome.accept(outgoing, error);
            }
        });
    }

    /** Closes it; may be called from any thread and waits for what is under way, though not long. */
    void close() {
        isOpen = false;
        connection.unwatch(producer);
        connection.unwatch(session);
        try {
            session.close();
        } catch (JMSException | RuntimeException e) {
            LOG.debug("{}: a session did not close well", connection, e);
        }
    }

    /** What is under way hears of it from the client library. */
    private void closedByPeer() {
        isOpen = false;
    }
}
