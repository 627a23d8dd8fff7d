package io.gobridge.camel.transport.mqtt;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.Reconnect;
import io.gobridge.camel.transport.TransportHealth;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * Keeps one client id connected: connects when somebody wants it, and again after each loss, with a growing wait. One
 * connection at a time. Thread-safe.
 */
final class MqttLink {

    /** Who is told what becomes of the connections. Nothing here may wait. */
    interface Users extends MqttConnection.Events {

        /** There is no connection, and none is coming before the next wait is over. */
        void down(BridgeException why);
    }

    private final Users users;
    private final Reconnect reconnect = new Reconnect("The MQTT session", this::attemptAgain);
    private LinkSettings settings;
    private MqttConnection connection;
    private boolean hasConnected;

    MqttLink(Users users) {
        this.users = users;
    }

    /** Connects as the settings say, unless a connection is there, coming or scheduled. */
    synchronized void connect(LinkSettings wanted) {
        if (reconnect.isIdle()) {
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
            reconnect.end();
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

    /** Tells whether there is no connection, and none is coming before the next wait is over. */
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
        LinkSettings used = settings;
        boolean isFirst = !hasConnected;
        MqttConnection fresh = new MqttConnection(used, reconnect.failures(), new Lifecycle());
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
        if (!reconnect.isCurrent(number)) {
            return false;
        }
        connection = fresh;
        reconnect.limit(used.scheduler().schedule(used.connectTimeout(), () -> fresh.lose(BridgeException.of(
                FailureCode.CONNECTION_LOST, fresh + " got no CONNACK within " + used.connectTimeout().toSeconds() + " s"))));
        return true;
    }

    private synchronized boolean fail(int number, BridgeException why) {
        if (!reconnect.isCurrent(number)) {
            return false;
        }
        pause(why);
        return true;
    }

    private void pause(BridgeException why) {
        connection = null;
        reconnect.failed(why, settings.backoff(), settings.scheduler(), settings.random());
    }

    private synchronized void attemptAgain() {
        if (reconnect.isWaiting()) {
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
                reconnect.opened(settings.scheduler().clock().instant());
                hasConnected = true;
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
                pause(why);
            }
            users.lost(lost, why);
            users.down(why);
        }
    }
}
