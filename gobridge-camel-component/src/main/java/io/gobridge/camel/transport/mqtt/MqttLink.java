package io.gobridge.camel.transport.mqtt;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.TransportHealth;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one client id connected: connects when somebody wants it, and again after each loss, with a growing wait. One
 * connection at a time. Thread-safe.
 */
final class MqttLink {

    private static final Logger LOG = LoggerFactory.getLogger(MqttLink.class);

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
    interface Users extends MqttConnection.Events {

        /** There is no connection, and none is coming before the next wait is over. */
        void down(BridgeException why);
    }

    private final Users users;
    private State state = State.IDLE;
    private LinkSettings settings;
    private MqttConnection connection;
    /** Which attempt counts: what an earlier one brings is closed again. */
    private int attempt;
    private Scheduler.Task timer = () -> {
    };
    private Instant openedAt = Instant.MIN;
    private int failures;
    private boolean hasConnected;
    private BridgeException lastFailure;

    MqttLink(Users users) {
        this.users = users;
    }

    /** Connects as the settings say, unless a connection is there, coming or scheduled. */
    synchronized void connect(LinkSettings wanted) {
        if (state == State.IDLE) {
            settings = wanted;
            attempt();
        }
    }

    /** Connects anew as the settings say; a connection that is there is closed first. */
    void renew(LinkSettings wanted) {
        disconnect().whenComplete((nothing, error) -> connect(wanted));
    }

    /** Closes the connection that is there or coming; {@link #connect} can follow. */
    CompletionStage<Void> disconnect() {
        MqttConnection former;
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
        CompletionStage<Void> closed = former.close();
        users.lost(former, BridgeException.of(FailureCode.CONNECTION_LOST, former + " was closed"));
        return closed;
    }

    /** Returns the open connection. */
    synchronized Optional<MqttConnection> current() {
        return state == State.UP ? Optional.of(connection) : Optional.empty();
    }

    /** Tells whether there is no connection, and none is coming before the next wait is over. */
    synchronized boolean isDown() {
        return state == State.WAITING || state == State.IDLE;
    }

    /** Returns why there is no connection. */
    synchronized BridgeException whyDown() {
        return lastFailure != null
                ? lastFailure : BridgeException.of(FailureCode.CONNECTION_LOST, "The MQTT session is not connected");
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
        LinkSettings used = settings;
        boolean isFirst = !hasConnected;
        MqttConnection fresh = new MqttConnection(used, failures, new Lifecycle());
        used.executor().execute(() -> open(number, fresh, used, isFirst));
    }

    private void open(int number, MqttConnection fresh, LinkSettings used, boolean isFirst) {
        try {
            if (isCurrent(number, fresh, used)) {
                fresh.open(used.options(isFirst));
            } else {
                fresh.close();
            }
        } catch (RuntimeException e) {
            BridgeException why = MqttFailures.ofSession(e, fresh.toString());
            if (fail(number, why)) {
                users.down(why);
            }
        }
    }

    private synchronized boolean isCurrent(int number, MqttConnection fresh, LinkSettings used) {
        if (number != attempt) {
            return false;
        }
        connection = fresh;
        timer = used.scheduler().schedule(used.connectTimeout(), () -> fresh.lose(BridgeException.of(
                FailureCode.CONNECTION_LOST, fresh + " got no CONNACK within " + used.connectTimeout().toSeconds() + " s")));
        return true;
    }

    private synchronized boolean fail(int number, BridgeException why) {
        if (number != attempt) {
            return false;
        }
        pause(why);
        return true;
    }

    private void pause(BridgeException why) {
        lastFailure = why;
        connection = null;
        failures++;
        Duration wait = new Backoff(Duration.ofSeconds(1), settings.longestPause(), 2, 0.2)
                .delay(failures, ThreadLocalRandom.current());
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

    /** Hears of the connections of this link and tells the users of the one that counts. */
    private final class Lifecycle implements MqttConnection.Events {

        @Override
        public void opened(MqttConnection opened) {
            synchronized (MqttLink.this) {
                if (opened != connection) {
                    return;
                }
                timer.cancel();
                state = State.UP;
                hasConnected = true;
                openedAt = settings.scheduler().clock().instant();
                lastFailure = null;
            }
            users.opened(opened);
        }

        @Override
        public void arrived(MqttConnection from, String topic, MqttMessage message) {
            users.arrived(from, topic, message);
        }

        @Override
        public void lost(MqttConnection lost, BridgeException why) {
            synchronized (MqttLink.this) {
                if (lost != connection) {
                    return;
                }
                boolean wasSteady = !settings.scheduler().clock().instant().isBefore(openedAt.plus(STEADY));
                if (state == State.UP && wasSteady) {
                    failures = 0;
                }
                pause(why);
            }
            users.lost(lost, why);
            users.down(why);
        }
    }
}
