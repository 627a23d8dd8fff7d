package io.gobridge.camel.transport.amqp10;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.policy.JmsDefaultPrefetchPolicy;
import org.apache.qpid.jms.policy.JmsDefaultPresettlePolicy;
import org.apache.qpid.jms.policy.JmsDefaultRedeliveryPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One network connection, from its opening to its end: the epoch of all that arrives on it. A client that reconnects by
 * itself, as a failover URL asks for, would take acknowledgements of what the broker has sent to somebody else.
 * Thread-safe.
 */
final class AmqpConnection {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpConnection.class);

    /** Qpid JMS's own acknowledge mode: each message by itself. */
    private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    private static final long CLOSE_MILLIS = 5_000;

    private final JmsConnection connection;
    private final Executor executor;
    private final Events events;
    private final String name;
    private final Map<Object, Consumer<BridgeException>> watched = new ConcurrentHashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    /** What becomes of a connection. Nothing here may wait. */
    interface Events {

        /** It broke; called once, and not for a connection that was closed. */
        void lost(AmqpConnection connection, BridgeException why);
    }

    private AmqpConnection(JmsConnection connection, ConnectionSettings settings, Events events) {
        this.connection = connection;
        this.executor = settings.executor();
        this.events = events;
        this.name = settings.connectionName();
    }

    /**
     * Connects, for as long as that takes.
     *
     * @throws BridgeException {@link FailureCode#INVALID_CONFIG} when the factory's connections are not Qpid's
     */
    static AmqpConnection open(ConnectionSettings settings, Events events) throws JMSException {
        Connection made = settings.factory().createConnection();
        if (!(made instanceof JmsConnection connection)) {
            made.close();
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "connectionFactory makes connections of the type "
                                                                 + made.getClass().getName()
                                                                 + "; they must be those of Qpid JMS");
        }
        AmqpConnection opened = new AmqpConnection(connection, settings, events);
        try {
            opened.configure(settings.clientId());
            connection.start();
            return opened;
        } catch (JMSException | RuntimeException e) {
            // Here and now: the executor may be about to end, and takes no task then.
            opened.hasEnded.set(true);
            opened.release();
            throw e;
        }
    }

    private void configure(String clientId) throws JMSException {
        // What the client library would do to a message behind the bridge's back.
        connection.setLocalMessageExpiry(false);
        connection.setLocalMessagePriority(false);
        connection.setRedeliveryPolicy(new JmsDefaultRedeliveryPolicy());
        connection.setPresettlePolicy(new JmsDefaultPresettlePolicy());
        connection.setReceiveNoWaitLocalOnly(true);
        connection.setCloseTimeout(Math.min(CLOSE_MILLIS, connection.getCloseTimeout()));
        connection.setExceptionListener(this::reported);
        connection.addConnectionListener(new Listener());
        if (!clientId.isEmpty()) {
            connection.setClientID(clientId);
        }
    }

    boolean isOpen() {
        return !hasEnded.get();
    }

    /** Opens a session in which each message is acknowledged by itself and so many are sent ahead. */
    synchronized Session receivingSession(int prefetch) throws JMSException {
        JmsDefaultPrefetchPolicy policy = new JmsDefaultPrefetchPolicy();
        policy.setAll(prefetch);
        connection.setPrefetchPolicy(policy);
        return connection.createSession(INDIVIDUAL_ACKNOWLEDGE);
    }

    Session sendingSession() throws JMSException {
        return connection.createSession(Session.AUTO_ACKNOWLEDGE);
    }

    /** Calls back once when the peer closes the session, consumer or producer. */
    void watch(Object resource, Consumer<BridgeException> whenClosed) {
        watched.put(resource, whenClosed);
    }

    void unwatch(Object resource) {
        watched.remove(resource);
    }

    /** Closes it; what is unsettled goes back to the broker. */
    CompletionStage<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        if (hasEnded.getAndSet(true)) {
            closed.complete(null);
            return closed;
        }
        executor.execute(() -> {
            release();
            closed.complete(null);
        });
        return closed;
    }

    @Override
    public String toString() {
        return name;
    }

    private void lose(Throwable cause) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        executor.execute(this::release);
        events.lost(this, cause == null
                ? BridgeException.of(FailureCode.CONNECTION_LOST, name + " was interrupted")
                : AmqpFailures.ofLink(cause, name));
    }

    private void release() {
        watched.clear();
        try {
            connection.close();
        } catch (JMSException | RuntimeException e) {
            LOG.debug("{} did not end well", name, e);
        }
    }

    /** Hears of errors of every kind; of a broken connection before it is cleaned up, which may take long. */
    private void reported(JMSException error) {
        if (connection.isFailed()) {
            lose(error);
        } else {
            LOG.debug("{} reports an error", name, error);
        }
    }

    private void closedByPeer(Object resource, Throwable cause) {
        Consumer<BridgeException> watcher = watched.remove(resource);
        if (watcher != null) {
            watcher.accept(cause == null
                    ? BridgeException.of(FailureCode.CONNECTION_LOST, name + ": the broker closed the link")
                    : AmqpFailures.ofLink(cause, name + ": the broker closed the link, which"));
        }
    }

    private final class Listener implements JmsConnectionListener {

        @Override
        public void onConnectionEstablished(URI remote) {
            // The return of start says the same.
        }

        @Override
        public void onConnectionFailure(Throwable error) {
            lose(error);
        }

        @Override
        public void onConnectionInterrupted(URI remote) {
            lose(null);
        }

        @Override
        public void onConnectionRestored(URI remote) {
            // Comes after an interruption only, which ended this connection.
        }

        @Override
        public void onInboundMessage(JmsInboundMessageDispatch envelope) {
            // The consumer has it.
        }

        @Override
        public void onSessionClosed(Session session, Throwable cause) {
            closedByPeer(session, cause);
        }

        @Override
        public void onConsumerClosed(MessageConsumer consumer, Throwable cause) {
            closedByPeer(consumer, cause);
        }

        @Override
        public void onProducerClosed(MessageProducer producer, Throwable cause) {
            closedByPeer(producer, cause);
        }
    }
}
