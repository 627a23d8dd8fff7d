package io.gobridge.camel.transport.mqtt;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One network connection, from CONNECT to its end, with a Paho client of its own: it is the epoch of all that arrives
 * on it. A client that lived on would send unconfirmed publishes again by itself and mistake old packet ids for new
 * ones. Thread-safe.
 */
final class MqttConnection {

    private static final Logger LOG = LoggerFactory.getLogger(MqttConnection.class);

    private static final long DISCONNECT_MILLIS = 2_000;

    private final MqttAsyncClient client;
    private final ConnectionThreads threads;
    private final Executor executor;
    private final Events events;
    private final String name;
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile boolean isOpen;
    private volatile boolean isSessionPresent;
    private volatile ServerLimits limits;

    /** What becomes of a connection. Called on Paho's threads: nothing here may wait. */
    interface Events {

        /** It is open. Messages may have arrived before. */
        void opened(MqttConnection connection);

        /** A message arrived, which is acknowledged by nobody else. */
        void arrived(MqttConnection connection, String topic, MqttMessage message);

        /** It could not be opened or broke; called once, and not for a connection that was closed. */
        void lost(MqttConnection connection, BridgeException why);
    }

    /** @throws BridgeException when the client cannot be made */
    MqttConnection(String serverUri, String clientId, Executor executor, Events events) {
        this.name = "MQTT client '" + clientId + "' at " + serverUri;
        this.executor = executor;
        this.events = events;
        this.threads = new ConnectionThreads(clientId, error -> lose(undecodable(error)));
        try {
            this.client = new MqttAsyncClient(serverUri, clientId, new MemoryPersistence(), null, threads);
        } catch (MqttException e) {
            threads.shutdownNow();
            throw MqttFailures.ofSession(e, name);
        }
        client.setManualAcks(true);
        // Before connect: a broker may send the messages of a session right behind its CONNACK.
        client.setCallback(new Callback());
    }

    /** Connects; what comes of it is an event. May load keys, so it may block. */
    void open(MqttConnectionOptions options) {
        try {
            client.connect(options, null, new ConnectListener());
        } catch (MqttException | RuntimeException e) {
            lose(MqttFailures.ofSession(e, name));
        }
    }

    /** Tells whether the broker still knew the session when this connection was opened. */
    boolean isSessionPresent() {
        return isSessionPresent;
    }

    ServerLimits limits() {
        return limits;
    }

    boolean isOpen() {
        return isOpen && !hasEnded.get();
    }

    /** Subscribes; gives the broker's reason code, which is the granted quality of service below 0x80. */
    CompletionStage<Integer> subscribe(MqttSubscription subscription) {
        CompletableFuture<Integer> granted = new CompletableFuture<>();
        try {
            client.subscribe(new MqttSubscription[] { subscription }, null, new Answer(granted), new MqttProperties());
        } catch (MqttException | RuntimeException e) {
            granted.completeExceptionally(MqttFailures.ofSession(e, "Subscribing of " + name));
        }
        return granted;
    }

    /** Publishes; gives the reason code of the PUBACK, 0 for what is sent with quality of service 0. */
    CompletionStage<Integer> publish(String topic, MqttMessage message) {
        CompletableFuture<Integer> answered = new CompletableFuture<>();
        try {
            client.publish(topic, message, null, new Answer(answered));
        } catch (MqttException | RuntimeException e) {
            answered.completeExceptionally(MqttFailures.ofSession(e, "Publishing of " + name));
        }
        return answered;
    }

    /** Sends a PUBACK; false when this connection is over and nothing was sent. */
    boolean acknowledge(int packetId) {
        if (!isOpen()) {
            return false;
        }
        try {
            client.messageArrivedComplete(packetId, 1);
            return true;
        } catch (MqttException | RuntimeException e) {
            LOG.debug("PUBACK {} of {} was not sent", packetId, name, e);
            return false;
        }
    }

    /** Says goodbye and closes, behind the acknowledgements that are still to be written. */
    CompletionStage<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        if (hasEnded.getAndSet(true)) {
            closed.complete(null);
            return closed;
        }
        try {
            executor.execute(() -> {
                release(true);
                closed.complete(null);
            });
        } catch (RejectedExecutionException e) {
            release(false);
            closed.completeExceptionally(BridgeException.of(FailureCode.CONNECTION_LOST,
                    name + " was closed without a goodbye: no thread is left for one; the broker may publish its will", e));
        }
        return closed;
    }

    /** Ends this connection because of a failure: an event, unless it has ended already. */
    void lose(BridgeException why) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        try {
            // Not here: Paho waits for its own threads, of which this may be one.
            executor.execute(() -> release(false));
        } finally {
            events.lost(this, why);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private void release(boolean politely) {
        try {
            if (politely && client.isConnected()) {
                client.disconnect(0, null, null, 0, new MqttProperties()).waitForCompletion(DISCONNECT_MILLIS);
            } else {
                client.disconnectForcibly(0, 0, false);
            }
        } catch (MqttException | RuntimeException e) {
            LOG.debug("{} did not end well", name, e);
        }
        try {
            client.close(true);
        } catch (MqttException | RuntimeException e) {
            LOG.debug("{} could not be closed", name, e);
        }
        threads.shutdownNow();
    }

    private BridgeException undecodable(Throwable error) {
        return BridgeException.of(FailureCode.PROTOCOL_ERROR,
                name + " received what the client library cannot decode: " + error.getClass().getSimpleName(), error)
                .withScope(FailureScope.TARGET);
    }

    private final class ConnectListener implements MqttActionListener {

        @Override
        public void onSuccess(IMqttToken token) {
            isSessionPresent = token.getSessionPresent();
            limits = ServerLimits.of(token.getResponseProperties());
            if (limits.receiveMaximum() < 1) {
                lose(BridgeException.of(FailureCode.PROTOCOL_ERROR, name + ": the broker's Receive Maximum is 0")
                        .withScope(FailureScope.TARGET));
                return;
            }
            isOpen = true;
            keepAliveAsTheServerSays(token.getResponseProperties());
            events.opened(MqttConnection.this);
        }

        /** Paho takes on the server's interval, and looks at it for the first time when its own has passed. */
        private void keepAliveAsTheServerSays(MqttProperties said) {
            if (said == null || said.getServerKeepAlive() == null) {
                return;
            }
            try {
                client.checkPing(null, null);
            } catch (MqttException | RuntimeException e) {
                lose(MqttFailures.ofSession(e, name));
            }
        }

        @Override
        public void onFailure(IMqttToken token, Throwable error) {
            lose(MqttFailures.ofSession(error, name));
        }
    }

    /** Completes with the first reason code of the answer. */
    private record Answer(CompletableFuture<Integer> reason) implements MqttActionListener {

        @Override
        public void onSuccess(IMqttToken token) {
            int[] reasons = token.getReasonCodes();
            reason.complete(reasons == null || reasons.length == 0 ? 0 : reasons[0]);
        }

        @Override
        public void onFailure(IMqttToken token, Throwable error) {
            reason.completeExceptionally(MqttFailures.ofSession(error, "MQTT"));
        }
    }

    private final class Callback implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            if (!hasEnded.get()) {
                events.arrived(MqttConnection.this, topic, message);
            }
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            MqttException error = response.getException();
            lose(error != null
                    ? MqttFailures.ofSession(error, name)
                    : MqttFailures.refused(response.getReturnCode(), name, null));
        }

        @Override
        public void mqttErrorOccurred(MqttException error) {
            LOG.warn("{} reports an error, client code {}", name, error.getReasonCode());
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // The answer to each publish says the same, and why.
        }

        @Override
        public void connectComplete(boolean reconnect, String serverUri) {
            // The listener of the connect says the same, and more.
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // No endpoint option starts an extended authentication.
        }
    }
}
