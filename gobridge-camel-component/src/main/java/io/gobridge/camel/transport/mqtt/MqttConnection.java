package io.gobridge.camel.transport.mqtt;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One network connection, from CONNECT to its end: the epoch of all that arrives on it. One thread reads and one
 * writes. What has no answer when it ends gets none any more; the event says so. Thread-safe.
 */
final class MqttConnection {

    private static final Logger LOG = LoggerFactory.getLogger(MqttConnection.class);

    private static final long DISCONNECT_MILLIS = 2_000;

    private static final int NORMAL_DISCONNECTION = 0;

    /** No reason code, for a broker that would not read it. */
    private static final int WITHOUT_GOODBYE = -1;

    private final LinkSettings settings;
    private final Events events;
    private final String name;
    private final NetworkStream network;
    private final PacketWriter writer = new PacketWriter();
    private final Unanswered unanswered = new Unanswered();
    private final KeepAlive keepAlive;
    /** Ids of messages that came with quality of service 2, which have two acknowledgements. */
    private final Set<Integer> acknowledgedTwice = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile boolean isOpen;
    private volatile boolean isSessionPresent;
    private volatile ServerLimits limits;

    /** What becomes of a connection. Called on the thread that reads, if not by whoever ends it: nothing may wait. */
    interface Events {

        /** It is open. */
        void opened(MqttConnection connection);

        /** A message arrived, which is acknowledged by nobody else. */
        void arrived(MqttConnection connection, String topic, MqttMessage message);

        /** It could not be opened or broke; called once, and not for a connection that was closed. */
        void lost(MqttConnection connection, BridgeException why);
    }

    /** @param attempt how many attempts failed before, which says where to begin with several brokers */
    MqttConnection(LinkSettings settings, int attempt, Events events) {
        this.settings = settings;
        this.events = events;
        this.network = new NetworkStream(settings.serverUris(attempt), settings.clientId());
        this.name = "MQTT client '" + settings.clientId() + "' at " + settings.serverUris(attempt).get(0);
        this.keepAlive = new KeepAlive(
                settings.scheduler(), writer, () -> lose(BridgeException.of(
                        FailureCode.CONNECTION_LOST, name + ": the broker answers no ping")));
    }

    /** Connects; what comes of it is an event. May load keys and waits for the network, so it blocks. */
    void open(MqttConnectionOptions options) {
        try {
            network.open(options);
            writer.write(ClientPackets.connect(settings.clientId(), options));
            start("reader", this::read);
            start("writer", this::write);
        } catch (IOException | MqttException | RuntimeException e) {
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
        writer.write(ClientPackets.subscribe(unanswered.add(Packet.SUBACK, granted), subscription));
        return granted;
    }

    /** Publishes; gives the reason code of the PUBACK, 0 for what is sent with quality of service 0. */
    CompletionStage<Integer> publish(PublishPacket packet) {
        CompletableFuture<Integer> answered = new CompletableFuture<>();
        if (packet.qos() == 0) {
            writer.write(packet.head(0), packet.payload(), answered);
        } else {
            writer.write(packet.head(unanswered.add(Packet.PUBACK, answered)), packet.payload(), null);
        }
        return answered;
    }

    /** Acknowledges a message; false when this connection is over and nothing was sent. */
    boolean acknowledge(int packetId) {
        if (!isOpen()) {
            return false;
        }
        boolean isFirstOfTwo = !acknowledgedTwice.isEmpty() && acknowledgedTwice.remove(packetId);
        writer.write(ClientPackets.acknowledgement(isFirstOfTwo ? Packet.PUBREC : Packet.PUBACK, packetId));
        return true;
    }

    /** Says goodbye and closes, behind the acknowledgements that are still to be written. */
    CompletionStage<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        if (hasEnded.getAndSet(true)) {
            closed.complete(null);
            return closed;
        }
        try {
            settings.executor().execute(() -> {
                release(NORMAL_DISCONNECTION);
                closed.complete(null);
            });
        } catch (RejectedExecutionException e) {
            release(WITHOUT_GOODBYE);
            closed.completeExceptionally(BridgeException.of(FailureCode.CONNECTION_LOST,
                    name + " was closed without a goodbye: no thread is left for one; the broker may publish its will", e));
        }
        return closed;
    }

    /** Ends this connection because of a failure: an event, unless it has ended already. */
    void lose(BridgeException why) {
        lose(why, why.code() == FailureCode.PROTOCOL_ERROR ? PacketException.PROTOCOL_ERROR : WITHOUT_GOODBYE);
    }

    private void lose(BridgeException why, int goodbye) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        try {
            // Not here: this may be the thread that reads, or one that must not wait.
            settings.executor().execute(() -> release(goodbye));
        } catch (RejectedExecutionException e) {
            release(WITHOUT_GOODBYE);
        } finally {
            events.lost(this, why);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private void release(int goodbye) {
        keepAlive.stop();
        if (isOpen && goodbye != WITHOUT_GOODBYE) {
            try {
                writer.finish(ClientPackets.disconnect(goodbye)).get(DISCONNECT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("{} could not say goodbye", name, e);
            }
        }
        writer.abort();
        network.close();
    }

    private void read() {
        PacketBuffer packets = new PacketBuffer(ServerLimits.LARGEST_PACKET);
        PacketDecoder decoder = new PacketDecoder(new Incoming());
        try {
            while (!hasEnded.get()) {
                packets.read(network.in());
                keepAlive.received();
                packets.drainTo(decoder);
            }
        } catch (PacketException e) {
            lose(BridgeException.of(FailureCode.PROTOCOL_ERROR, name + " received " + e.getMessage(), e)
                    .withScope(FailureScope.TARGET), e.reason());
        } catch (IOException | RuntimeException | Error e) {
            lose(MqttFailures.ofSession(e, name));
        }
    }

    private void write() {
        try {
            writer.run(network.out());
        } catch (IOException | RuntimeException | Error e) {
            lose(MqttFailures.ofSession(e, name));
        }
    }

    private void start(String role, Runnable work) {
        Thread thread = new Thread(work, "gobridge-mqtt-" + settings.clientId() + "-" + role);
        thread.setDaemon(true);
        thread.start();
    }

    /** What the broker sends. */
    private final class Incoming implements PacketDecoder.Listener {

        @Override
        public void connack(boolean isKept, int reason, MqttProperties properties) throws PacketException {
            if (isOpen) {
                throw new PacketException(PacketException.PROTOCOL_ERROR, "a second CONNACK");
            }
            if (reason != 0) {
                lose(MqttFailures.refused(reason, name, null));
                return;
            }
            ServerLimits said = ServerLimits.of(properties);
            if (said.receiveMaximum() < 1) {
                throw new PacketException(PacketException.PROTOCOL_ERROR, "CONNACK: the broker's Receive Maximum is 0");
            }
            isSessionPresent = isKept;
            limits = said;
            isOpen = true;
            Integer serverKeepAlive = properties.getServerKeepAlive();
            keepAlive.start(Duration.ofSeconds(
                    serverKeepAlive == null ? settings.endpoint().getKeepAliveInterval() : serverKeepAlive));
            if (!hasEnded.get()) {
                events.opened(MqttConnection.this);
            }
        }

        @Override
        public void publish(String topic, MqttMessage message) throws PacketException {
            requireOpen(Packet.PUBLISH);
            if (message.getQos() == 2) {
                acknowledgedTwice.add(message.getId());
            }
            if (!hasEnded.get()) {
                events.arrived(MqttConnection.this, topic, message);
            }
        }

        @Override
        public void answer(Packet type, int packetId, int reason) throws PacketException {
            requireOpen(type);
            unanswered.remove(type, packetId).ifPresent(answered -> answered.complete(reason));
        }

        @Override
        public void pubrel(int packetId) throws PacketException {
            requireOpen(Packet.PUBREL);
            writer.write(ClientPackets.acknowledgement(Packet.PUBCOMP, packetId));
        }

        @Override
        public void pingresp() throws PacketException {
            requireOpen(Packet.PINGRESP);
            keepAlive.answered();
        }

        @Override
        public void disconnect(int reason) {
            lose(MqttFailures.refused(reason, name, null));
        }

        private void requireOpen(Packet type) throws PacketException {
            if (!isOpen) {
                throw new PacketException(PacketException.PROTOCOL_ERROR, type + " before CONNACK");
            }
        }
    }
}
