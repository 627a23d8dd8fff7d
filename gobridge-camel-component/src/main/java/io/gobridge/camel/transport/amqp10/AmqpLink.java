package io.gobridge.camel.transport.amqp10;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.jms.JMSException;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.Reconnect;
import io.gobridge.camel.transport.TransportHealth;

/**
 * Keeps a session connected: connects when somebody wants it, and again after each loss, with a growing wait. One
 * connection at a time. Thread-safe.
 */
final class AmqpLink {

    /** Who is told what becomes of the connections. Nothing here may wait. */
    interface User {

        /** There is an open connection. May come twice for the same one. */
        void opened(AmqpConnection connection);

        /** The connection is gone. */
        void lost(AmqpConnection connection, BridgeException why);

        /** There is no connection, and none is coming soon. */
        void down(BridgeException why);
    }

    private final User users;
    private final Reconnect reconnect = new Reconnect("The AMQP session", this::attemptAgain);
    private AmqpConnection connection;
    private ConnectionSettings settings;
    /** Who opens a connection now; null when nobody does. */
    private Thread opening;

    AmqpLink(User users) {
        this.users = users;
    }

    /** Connects as the settings say, unless a connection is there, coming or scheduled. */
    synchronized void connect(ConnectionSettings wanted) {
        if (reconnect.isIdle()) {
            settings = wanted;
            attempt();
        }
    }

    /** Closes the connection that is there or coming; {@link #connect} can follow. */
    CompletionStage<Void> disconnect() {
        AmqpConnection former;
        synchronized (this) {
            reconnect.end();
            if (opening != null) {
                // A client library with a list of brokers would go on looking for one for ever.
                opening.interrupt();
                opening = null;
            }
            former = connection;
            connection = null;
        }
        if (former == null) {
            return CompletableFuture.completedFuture(null);
        }
        users.lost(former, BridgeException.of(FailureCode.CONNECTION_LOST, former + " was closed"));
        return former.close();
    }

    /** Returns the open connection; null when there is none. */
    synchronized AmqpConnection current() {
        return reconnect.isUp() ? connection : null;
    }

    /** Tells whether there is no connection, and none is coming soon. */
    synchronized boolean isDown() {
        return reconnect.isDown();
    }

    /** Returns why there is no connection. */
    synchronized BridgeException whyDown() {
        return reconnect.whyDown();
    }

    synchronized TransportHealth health() {
        return reconnect.health();
    }

    private synchronized void attempt() {
        int number = reconnect.begin();
        ConnectionSettings used = settings;
        reconnect.limit(used.scheduler().schedule(ConnectionSettings.PATIENCE, () -> overdue(number)));
        used.executor().execute(() -> open(number, used));
    }

    private void open(int number, ConnectionSettings used) {
        AmqpConnection fresh;
        try {
            fresh = openInterruptibly(number, used);
        } catch (JMSException | RuntimeException e) {
            failed(number, AmqpFailures.ofLink(e, used.connectionName()));
            return;
        }
        if (adopt(number, fresh)) {
            users.opened(fresh);
        } else {
            fresh.close();
            failed(number, BridgeException.of(FailureCode.CONNECTION_LOST, fresh + " broke as soon as it was open"));
        }
    }

    private AmqpConnection openInterruptibly(int number, ConnectionSettings used) throws JMSException {
        synchronized (this) {
            if (!reconnect.isCurrent(number)) {
                throw BridgeException.of(FailureCode.CONNECTION_LOST, used.connectionName() + " is not wanted any more");
            }
            opening = Thread.currentThread();
        }
        try {
            return AmqpConnection.open(used, this::lost);
        } finally {
            endOpening();
        }
    }

    /** From here on the thread is somebody else's: nothing interrupts it, and nothing did. */
    @SuppressWarnings("ReferenceEquality")
    private synchronized void endOpening() {
        if (opening == Thread.currentThread()) {
            opening = null;
        } else {
            Thread.interrupted();
        }
    }

    /** Takes the connection for the current one; one that broke already would never be missed. */
    private synchronized boolean adopt(int number, AmqpConnection fresh) {
        if (!reconnect.isCurrent(number) || !fresh.isOpen()) {
            return false;
        }
        connection = fresh;
        reconnect.opened(settings.scheduler().clock().instant());
        return true;
    }

    /** The attempt goes on: the client library may be looking for another broker of its list. */
    private void overdue(int number) {
        BridgeException why;
        synchronized (this) {
            if (!reconnect.isCurrent(number) || !reconnect.isConnecting()) {
                return;
            }
            why = BridgeException.of(FailureCode.CONNECTION_LOST,
                    settings.connectionName() + " is not open after " + ConnectionSettings.PATIENCE.toSeconds()
                                                                  + " s; it is still being tried");
            reconnect.delayed(why);
        }
        users.down(why);
    }

    private void failed(int number, BridgeException why) {
        synchronized (this) {
            if (!reconnect.isCurrent(number)) {
                return;
            }
            pause(why);
        }
        users.down(why);
    }

    private void lost(AmqpConnection lost, BridgeException why) {
        synchronized (this) {
            if (lost != connection) {
                return;
            }
            pause(why);
        }
        users.lost(lost, why);
        users.down(why);
    }

    private void pause(BridgeException why) {
        connection = null;
        reconnect.failed(why, Backoff.DEFAULT, settings.scheduler(), settings.random());
    }

    private synchronized void attemptAgain() {
        if (reconnect.isWaiting()) {
            attempt();
        }
    }
}
