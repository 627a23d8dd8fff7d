package io.gobridge.camel.transport.mqtt;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * One client id at one broker: at most one source that receives, any number of targets, one connection for them all.
 * The source decides how it connects; a source that comes or goes makes it connect anew, so that the broker hears of
 * its receive maximum and sends again what was left. Thread-safe.
 */
final class MqttSession implements Session {

    /** As long as every broker has to take. */
    private static final int CLIENT_ID_LENGTH = 23;

    private final String derivedClientId
            = ("gobridge" + UUID.randomUUID().toString().replace("-", "")).substring(0, CLIENT_ID_LENGTH);
    private final MqttLink link = new MqttLink(new Users());
    private final PublishQueue publishes = new PublishQueue(link);
    private final Set<MqttSender> senders = ConcurrentHashMap.newKeySet();
    private volatile MqttReceiver receiver;
    private volatile LinkSettings lastReceiving;

    @Override
    public Receiver receiver(ReceiverSpec spec) {
        MqttOptions options = new MqttOptions((PahoMqtt5Endpoint) spec.endpoint());
        options.checkSource(spec.check(), spec.maxInFlight());
        return new MqttReceiver(spec, options, this);
    }

    @Override
    public Sender sender(SenderSpec spec) {
        MqttOptions options = new MqttOptions((PahoMqtt5Endpoint) spec.endpoint());
        options.checkTarget(spec.check());
        return new MqttSender(spec, options, this);
    }

    @Override
    public void close() {
        link.disconnect();
    }

    /** Returns the client id of a target whose endpoint names none. */
    String derivedClientId() {
        return derivedClientId;
    }

    TransportHealth health() {
        return link.health();
    }

    /** Lets the source receive; false when another one does. */
    boolean attach(MqttReceiver newReceiver) {
        synchronized (this) {
            if (receiver != null) {
                return false;
            }
            receiver = newReceiver;
            lastReceiving = newReceiver.settings();
        }
        link.renew(lastReceiving);
        return true;
    }

    /** Connects anew, so that the broker sends again what is unacknowledged. */
    void resume(MqttReceiver current) {
        if (receiver == current) {
            link.renew(lastReceiving);
        }
    }

    /** Ends the source's part; what it left unacknowledged goes back to the broker with the connection. */
    CompletionStage<Void> detach(MqttReceiver former) {
        synchronized (this) {
            if (receiver != former) {
                return CompletableFuture.completedFuture(null);
            }
            receiver = null;
        }
        return disconnect();
    }

    CompletionStage<Void> publish(MqttSender sender, Publication publication) {
        senders.add(sender);
        link.connect(settings(sender));
        return publishes.submit(publication);
    }

    void cancel(Predicate<Publication> one, BridgeException why) {
        publishes.cancel(one, why);
    }

    void fail(Predicate<Publication> which, BridgeException why) {
        publishes.fail(which, why);
    }

    CompletionStage<Void> leave(MqttSender sender) {
        senders.remove(sender);
        return senders.isEmpty() && receiver == null ? disconnect() : CompletableFuture.completedFuture(null);
    }

    /** Disconnects, and connects anew for those that still use the session, or have come to it meanwhile. */
    private CompletionStage<Void> disconnect() {
        CompletionStage<Void> closed = link.disconnect();
        closed.whenComplete((nothing, error) -> {
            if (receiver != null) {
                link.connect(lastReceiving);
            } else {
                senders.stream().findAny().ifPresent(sender -> link.connect(settings(sender)));
            }
        });
        return closed;
    }

    /** While the source is away, its session must live on as it was; one message is then the least it can be sent. */
    private LinkSettings settings(MqttSender sender) {
        LinkSettings receiving = lastReceiving;
        if (receiver != null) {
            return receiving;
        }
        return receiving == null ? sender.settings() : receiving.withoutReceiving();
    }

    private final class Users implements MqttLink.Users {

        @Override
        public void opened(MqttConnection connection) {
            MqttReceiver receiving = receiver;
            if (receiving != null) {
                receiving.opened(connection);
            }
            publishes.opened(connection);
        }

        /** What nobody receives is left unacknowledged: the broker keeps it for the next source. */
        @Override
        public void arrived(MqttConnection connection, String topic, MqttMessage message) {
            MqttReceiver receiving = receiver;
            if (receiving != null) {
                receiving.arrived(connection, topic, message);
            }
        }

        @Override
        public void lost(MqttConnection connection, BridgeException why) {
            MqttReceiver receiving = receiver;
            if (receiving != null) {
                receiving.lost(connection);
            }
            publishes.lost(connection, why);
        }

        @Override
        public void down(BridgeException why) {
            MqttReceiver receiving = receiver;
            if (receiving != null) {
                receiving.down();
            }
            publishes.down(why);
        }
    }
}
