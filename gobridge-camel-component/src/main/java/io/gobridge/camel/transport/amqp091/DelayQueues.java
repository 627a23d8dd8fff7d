package io.gobridge.camel.transport.amqp091;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.ReceiverSpec;

/**
 * Puts messages aside for a time that is too long to keep them unacknowledged: into a queue from which the broker moves
 * them back to where they came from when the time is over. One queue for each time, since a queue lets nothing pass its
 * first message; it goes when it has been of no use for a while. RabbitMQ only. Thread-safe.
 */
final class DelayQueues {

    static final Duration LONGEST = Duration.ofHours(24);

    private static final String PREFIX = "gobridge.retry.";

    /** How long a queue stays when nothing is put into it any more, beyond the time that messages stay in it. */
    private static final long SPARE_MILLIS = 600_000;

    private static final long CONFIRM_MILLIS = 30_000;

    private final ReceiverSpec spec;
    private final Amqp091Options options;
    private final ChannelSource source;

    DelayQueues(ReceiverSpec spec, Amqp091Options options, Blockages blockages) {
        this.spec = spec;
        this.options = options;
        this.source = new ChannelSource(options::publisherConnectionFactory, blockages);
    }

    /** Copies the message; the stage completes when the broker has confirmed the copy, so that the original can go. */
    CompletionStage<Void> put(String queue, Delivery message, Duration wait) {
        CompletableFuture<Void> put = new CompletableFuture<>();
        try {
            spec.executor().execute(() -> {
                try {
                    copy(queue, message, whole(wait));
                    put.complete(null);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    put.completeExceptionally(failed(queue, e));
                } catch (IOException | TimeoutException | RuntimeException e) {
                    put.completeExceptionally(failed(queue, e));
                }
            });
        } catch (RejectedExecutionException e) {
            put.completeExceptionally(BridgeException.of(FailureCode.UNAVAILABLE, "The bridge is closing", e));
        }
        return put;
    }

    private static BridgeException failed(String queue, Exception cause) {
        return Amqp091Failures.ofSession(cause, "Putting aside a message of queue '" + queue + "'");
    }

    private void copy(String queue, Delivery message, Duration wait)
            throws IOException, TimeoutException, InterruptedException {
        OpenChannel open = source.open(new Deaf());
        try {
            Channel channel = open.channel();
            String name = PREFIX + queue + "." + wait.toSeconds();
            // Each time anew, which keeps it for another while.
            channel.queueDeclare(name, true, false, false, arguments(queue, wait));
            channel.confirmSelect();
            channel.basicPublish("", name, true, message.getProperties(), message.getBody());
            channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
        } finally {
            open.abort();
        }
    }

    private Map<String, Object> arguments(String queue, Duration wait) {
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("x-message-ttl", wait.toMillis());
        arguments.put("x-expires", wait.toMillis() + SPARE_MILLIS);
        arguments.put("x-dead-letter-exchange", "");
        arguments.put("x-dead-letter-routing-key", queue);
        if (options.isQuorum()) {
            arguments.put("x-queue-type", "quorum");
            arguments.put("x-overflow", "reject-publish");
            arguments.put("x-dead-letter-strategy", "at-least-once");
        }
        return arguments;
    }

    /** Rounds up, to minutes beyond the first: there is a queue for each. */
    private static Duration whole(Duration wait) {
        long unit = wait.compareTo(Duration.ofMinutes(1)) > 0 ? 60 : 1;
        long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        return Duration.ofSeconds(Math.max(1, (seconds + unit - 1) / unit) * unit);
    }

    /** The channel is used for one message: what happens to it shows there. */
    private static final class Deaf implements ChannelSource.Events {

        @Override
        public void ended(Channel channel, ShutdownSignalException signal) {
            // The call that waits for the broker fails.
        }

        @Override
        public void blocked(String reason) {
            // The call that waits for the broker times out.
        }
    }
}
