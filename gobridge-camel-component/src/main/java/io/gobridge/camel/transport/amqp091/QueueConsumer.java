package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes one queue on a channel of its own, so that what becomes of one queue does not concern another. A queue that
 * is away or refuses is down, not a reason to give up.
 */
final class QueueConsumer implements ChannelLink.User {

    private static final Logger LOG = LoggerFactory.getLogger(QueueConsumer.class);

    private final ReceiverSpec spec;
    private final Amqp091Options options;
    private final Inbox inbox;
    private final Amqp091Envelopes envelopes;
    private final DelayQueues delays;
    private final ChannelLink link;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private volatile String queue;
    private volatile Epoch epoch;
    private volatile String consumerTag = "";
    private volatile boolean isCancelled;

    /** @param queue the queue's name; empty for one that is made up */
    QueueConsumer(String queue, ReceiverSpec spec, Amqp091Options options, Inbox inbox, Blockages blockages) {
        this.queue = queue;
        this.spec = spec;
        this.options = options;
        this.inbox = inbox;
        this.envelopes = new Amqp091Envelopes(spec.scheduler().clock());
        this.delays = new DelayQueues(spec, options, blockages);
        this.link = new ChannelLink(
                queue.isEmpty() ? "The source's own queue" : "Queue '" + queue + "'",
                new ChannelSource(options::connectionFactory, blockages), spec.scheduler(), spec.random(), spec.executor(),
                this);
    }

    /** Completes when the queue is consumed, or the first attempt has failed. */
    CompletionStage<Void> start() {
        link.connect();
        return started;
    }

    /** Lets the broker hand over nothing more; what it handed over can still be settled. */
    void cancel() {
        isCancelled = true;
        started.complete(null);
        Epoch current = epoch;
        if (current == null || !current.isCurrent()) {
            link.disconnect();
            return;
        }
        cancel(current);
    }

    private void cancel(Epoch current) {
        try {
            current.channel().basicCancel(consumerTag);
        } catch (IOException | RuntimeException e) {
            LOG.debug("Consuming queue '{}' could not be cancelled: its channel is gone", queue, e);
        }
    }

    /** Closes the channel behind what is being settled; what is not goes back to the queue. */
    CompletionStage<Void> close() {
        Epoch current = epoch;
        CompletionStage<Void> idle
                = current == null ? CompletableFuture.completedFuture(null) : current.settlements().idle();
        return idle.thenCompose(nothing -> link.disconnect());
    }

    TransportHealth health() {
        return link.health();
    }

    @Override
    public void prepare(Channel channel) throws IOException {
        String name = declare();
        Epoch fresh = new Epoch(
                channel, name, new Settlements(channel, spec.executor()), delays,
                options.capabilities(channel.getConnection().getServerProperties()));
        channel.basicQos(Amqp091Options.prefetch(spec.maxInFlight()));
        epoch = fresh;
        try {
            consumerTag = channel.basicConsume(name, false, "", options.isNoLocal(), options.isExclusive(),
                    options.consumerArguments(), new Arrivals(fresh));
        } catch (IOException e) {
            forgetOwn(e);
            throw e;
        }
        if (isCancelled) {
            // The stop came too early to know the consumer.
            cancel(fresh);
        }
    }

    @Override
    public void opened(Channel channel) {
        LOG.debug("Queue '{}' is consumed", queue);
        started.complete(null);
    }

    @Override
    public void lost(Channel channel, ShutdownSignalException signal, BridgeException why) {
        Epoch ended = epoch;
        if (ended != null && ended.channel() == channel) {
            inbox.lost(ended);
        }
        if (isCancelled) {
            link.disconnect();
        }
    }

    /** A source that cannot consume now has started all the same. */
    @Override
    public void down(BridgeException why) {
        started.complete(null);
    }

    @Override
    public void blocked(boolean isBlocked) {
        // Acknowledgements wait until the broker reads again.
    }

    /** A queue that was made up once keeps its name, and what it holds, over a reconnect. */
    private String declare() {
        if (queue.isEmpty()) {
            List<String> names = options.declareSource();
            queue = names.get(0);
        } else if (options.isNamed()) {
            options.declareSource();
        }
        return queue;
    }

    private void forgetOwn(IOException error) {
        if (!options.isNamed() && Amqp091Failures.isNotFound(error)) {
            queue = "";
        }
    }

    /** Hears what one channel brings, on one thread of the client library. */
    private final class Arrivals extends DefaultConsumer {

        private final Epoch from;

        private Arrivals(Epoch from) {
            super(from.channel());
            this.from = from;
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body) {
            from.settlements().received(envelope.getDeliveryTag());
            Delivery wire = new Delivery(envelope, properties, body);
            ReceivedMessage message = envelopes.fromWire(wire, options.isQuorum());
            inbox.arrived(new Amqp091Delivery(message, wire, from, spec.scheduler().clock()));
        }

        /** The queue was deleted, or moved to another node. */
        @Override
        public void handleCancel(String tag) {
            link.renew(from.channel(), BridgeException.of(FailureCode.NOT_FOUND,
                    "Queue '" + queue + "': the broker ended the consumer, as it does when the queue is deleted")
                    .withScope(FailureScope.TARGET));
        }
    }
}
