package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

import jakarta.jms.JMSException;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.TransportHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session connected: connects when somebody wants it, and again after each loss, with a growing wait. One
 * connection at a time. Thread-safe.
 */
final class AmqpLink {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpLink.class);

    /** A connection that broke sooner is no reason to try faster: something kills it. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    private enum State {
        /** Nobody wants it. */
        IDLE,
        /** An attempt is under way. */
        CONNECTING,
        /** The connection is open. */
        UP,
        /** The last connection failed; the next attempt is scheduled. */
        WAITING
    }

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
    private State state = State.IDLE;
    private AmqpConnection connection;
    /** Which attempt counts: what an earlier one brings is closed again. */
    private int attempt;
    private Scheduler.Task timer = () -> {
    };
    private Instant openedAt = Instant.MIN;
    private int failures;
    private BridgeException lastFailure;
    private ConnectionSettings settings;

    AmqpLink(User users) {
        this.users = users;
    }

    /** Connects as the settings say, unless a connection is there, coming or scheduled. */
    synchronized void connect(ConnectionSettings wanted) {
        if (state == State.IDLE) {
            settings = wanted;
            attempt();
        }
    }

    /** Closes the connection that is there or coming; {@link #connect} can follow. */
    CompletionStage<Void> disconnect() {
        AmqpConnection former;
        synchronized (this) {
            state = State.IDLE;
            attempt++;
            timer.cancel();
            failures = 0;
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
        return state == State.UP ? connection : null;
    }

    /** Tells whether there is no connection, and none is coming soon. */
    synchronized boolean isDown() {
        return state == State.WAITING || state == State.IDLE;
    }

    /** Returns why there is no connection. */
    synchronized BridgeException whyDown() {
        return lastFailure != null
                ? lastFailure : BridgeException.of(FailureCode.CONNECTION_LOST, "The AMQP session is not connected");
    }

    synchronized TransportHealth health() {
        return switch (state) {
            case UP, IDLE -> TransportHealth.UP;
            case CONNECTING -> TransportHealth.down(lastFailure == null ? "connecting" : lastFailure.getMessage());
            case WAITING -> TransportHealth.down(whyDown().getMessage());
        };
    }

    private synchronized void attempt() {
        state = State.CONNECTING;
        int number = ++attempt;
        ConnectionSettings used = settings;
        timer = used.scheduler().schedule(ConnectionSettings.PATIENCE, () -> overdue(number));
        used.executor().execute(() -> open(number, used));
    }

    private void open(int number, ConnectionSettings used) {
        AmqpConnection fresh;
        try {
            fresh = AmqpConnection.open(used, this::lost);
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

    /** Takes the connection for the current one; one that broke already would never be missed. */
    private synchronized boolean adopt(int number, AmqpConnection fresh) {
        if (number != attempt || !fresh.isOpen()) {
            return false;
        }
        timer.cancel();
        connection = fresh;
        state = State.UP;
        openedAt = settings.scheduler().clock().instant();
        lastFailure = null;
        return true;
    }

    /** The attempt goes on: the client library may be looking for another broker of its list. */
    private void overdue(int number) {
        BridgeException why;
        synchronized (this) {
            if (number != attempt || state != State.CONNECTING) {
                return;
            }
            why = BridgeException.of(FailureCode.CONNECTION_LOST,
                    settings.connectionName() + " is not open after " + ConnectionSettings.PATIENCE.toSeconds()
                                                                  + " s; it is still being tried");
            lastFailure = why;
        }
        users.down(why);
    }

    private void failed(int number, BridgeException why) {
        synchronized (this) {
            if (number != attempt) {
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
            boolean wasSteady = !settings.scheduler().clock().instant().isBefore(openedAt.plus(STEADY));
            if (wasSteady) {
                failures = 0;
            }
            pause(why);
        }
        users.lost(lost, why);
        users.down(why);
    }

    private void pause(BridgeException why) {
        lastFailure = why;
        connection = null;
        failures++;
        Duration wait = Backoff.DEFAULT.delay(failures, ThreadLocalRandom.current());
        state = State.WAITING;
        LOG.warn("{}; connecting again in {} ms", why.getMessage(), wait.toMillis());
        LOG.debug("Why there is no connection", why);
        timer.cancel();
        timer = settings.scheduler().schedule(wait, this::attemptAgain);
    }

    private synchronized void attemptAgain() {
        if (state == State.WAITING) {
            attempt();
        }
    }
}
