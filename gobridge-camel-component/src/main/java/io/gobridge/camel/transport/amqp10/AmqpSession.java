package io.gobridge.camel.transport.amqp10;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.component.jms.JmsEndpoint;

/**
 * One connection for all sources and targets with one client id, or for one endpoint. Who comes first decides how it
 * connects. Thread-safe.
 */
final class AmqpSession implements Session {

    private final Set<AmqpLink.User> users = ConcurrentHashMap.newKeySet();
    private final AmqpLink link = new AmqpLink(new AllUsers());

    @Override
    public Receiver receiver(ReceiverSpec spec) {
        AmqpOptions options = new AmqpOptions((JmsEndpoint) spec.endpoint());
        options.checkSource(spec.check());
        return new AmqpReceiver(spec, options, this);
    }

    @Override
    public Sender sender(SenderSpec spec) {
        AmqpOptions options = new AmqpOptions((JmsEndpoint) spec.endpoint());
        options.checkTarget(spec.check());
        return new AmqpSender(spec, options, this);
    }

    @Override
    public void close() {
        link.disconnect();
    }

    TransportHealth health() {
        return link.health();
    }

    boolean isDown() {
        return link.isDown();
    }

    BridgeException whyDown() {
        return link.whyDown();
    }

    /** Connects for the user, and tells it of a connection that is there already. */
    void join(AmqpLink.User user, ConnectionSettings settings) {
        boolean isNew = enter(user, settings);
        AmqpConnection current = link.current();
        if (isNew && current != null) {
            user.opened(current);
        } else if (isNew && link.isDown()) {
            user.down(link.whyDown());
        }
    }

    private synchronized boolean enter(AmqpLink.User user, ConnectionSettings settings) {
        boolean isNew = users.add(user);
        link.connect(settings);
        return isNew;
    }

    /** Disconnects when the last one leaves; who joins meanwhile must not get the connection that goes. */
    synchronized CompletionStage<Void> leave(AmqpLink.User user) {
        users.remove(user);
        return users.isEmpty() ? link.disconnect() : CompletableFuture.completedFuture(null);
    }

    private final class AllUsers implements AmqpLink.User {

        @Override
        public void opened(AmqpConnection connection) {
            users.forEach(user -> user.opened(connection));
        }

        @Override
        public void lost(AmqpConnection connection, BridgeException why) {
            users.forEach(user -> user.lost(connection, why));
        }

        @Override
        public void down(BridgeException why) {
            users.forEach(user -> user.down(why));
        }
    }
}
