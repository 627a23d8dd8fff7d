package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel, and what has to be given back with it.
 *
 * @param channel  the channel
 * @param raw      the connection below it
 * @param lease    the connection as the factory gave it
 * @param listener what listens to the connection for this channel
 */
record OpenChannel(Channel channel, Connection raw, org.springframework.amqp.rabbit.connection.Connection lease,
        BlockedListener listener) {

    private static final Logger LOG = LoggerFactory.getLogger(OpenChannel.class);

    /** Closes it behind what was written; the stage completes when that is done, and never fails. */
    CompletionStage<Void> close(Executor executor) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Runnable work = () -> {
            close();
            closed.complete(null);
        };
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
        return closed;
    }

    /** Ends it, whatever the broker says. Waits for what it says, unless the channel is gone. */
    void abort() {
        try {
            channel.abort();
        } catch (IOException | RuntimeException e) {
            LOG.debug("A channel could not be ended", e);
        }
        giveBack();
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            LOG.debug("A channel could not be closed: it is gone already", e);
        }
        giveBack();
    }

    private void giveBack() {
        raw.removeBlockedListener(listener);
        try {
            lease.close();
        } catch (RuntimeException e) {
            LOG.debug("A connection could not be given back", e);
        }
    }
}
