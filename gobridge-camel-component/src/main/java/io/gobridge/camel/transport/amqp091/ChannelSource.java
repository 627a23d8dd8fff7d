package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.function.Supplier;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.recovery.AutorecoveringConnection;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;

/** Opens channels on the connections of the user's factory. What it gives is not cached, shared or recovered. */
final class ChannelSource {

    private final Supplier<ConnectionFactory> factory;
    private final Blockages blockages;

    /** @param factory asked for each channel: while the endpoint is checked, there may be none */
    ChannelSource(Supplier<ConnectionFactory> factory, Blockages blockages) {
        this.factory = factory;
        this.blockages = blockages;
    }

    /** What becomes of a channel. Nothing here may wait. */
    interface Events {

        /** The channel ended, for whatever reason. */
        void ended(Channel channel, ShutdownSignalException signal);

        /** The broker stopped reading from the connection for this reason; empty when it goes on. */
        void blocked(String reason);
    }

    /** Opens a channel. Waits for the broker. */
    OpenChannel open(Events events) throws IOException {
        Connection connection = factory.get().createConnection();
        if (!connection.isOpen()) {
            // Spring gives away a connection that is gone, and replaces it for the sake of channels of its own only.
            RabbitUtils.closeChannel(connection.createChannel(false));
        }
        com.rabbitmq.client.Connection raw = unwrap(connection);
        blockages.watch(raw);
        requireReading(raw);
        BlockedListener listener = raw.addBlockedListener(events::blocked, () -> events.blocked(""));
        Channel channel = raw.createChannel();
        if (channel == null) {
            raw.removeBlockedListener(listener);
            throw BridgeException.of(FailureCode.BROKER_BUSY, "The connection has no channel left")
                    .withScope(FailureScope.TARGET);
        }
        channel.addShutdownListener(signal -> events.ended(channel, signal));
        return new OpenChannel(channel, raw, connection, listener);
    }

    /** A broker that does not read would not answer either. */
    private void requireReading(com.rabbitmq.client.Connection raw) {
        String reason = blockages.reason(raw);
        if (!reason.isEmpty()) {
            throw BridgeException.of(FailureCode.BROKER_BUSY, "The broker blocks the connection: " + reason)
                    .withScope(FailureScope.TARGET);
        }
    }

    /**
     * A channel of a connection that recovers by itself would come back with other delivery tags and without what it
     * has not confirmed: an acknowledgement could then vanish in silence.
     */
    private com.rabbitmq.client.Connection unwrap(Connection connection) {
        com.rabbitmq.client.Connection raw = connection.getDelegate();
        if (raw == null) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "The connectionFactory " + factory.get().getClass().getName()
                                                                 + " gives no access to its connections; use a CachingConnectionFactory");
        }
        return raw instanceof AutorecoveringConnection recovering ? recovering.getDelegate() : raw;
    }
}
