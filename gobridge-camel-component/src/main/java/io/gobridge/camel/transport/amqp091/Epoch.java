package io.gobridge.camel.transport.amqp091;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import io.gobridge.camel.delivery.Capabilities;

/**
 * What one channel brought from one queue. Delivery tags mean something within it only.
 *
 * @param channel      the channel
 * @param queue        the queue's name
 * @param settlements  settles what the channel brought
 * @param delays       puts messages aside
 * @param capabilities what can be done about a message of this queue at this broker
 */
record Epoch(Channel channel, String queue, Settlements settlements, DelayQueues delays, Capabilities capabilities) {

    /** Tells whether the broker waits to hear what becomes of the messages; else it hands them over again. */
    boolean isCurrent() {
        return channel.isOpen();
    }

    /** Puts the message aside and has the broker forget the original. */
    CompletionStage<Void> putAside(Delivery message, Duration wait) {
        return delays.put(queue, message, wait)
                .thenCompose(confirmed -> settlements.ack(message.getEnvelope().getDeliveryTag()));
    }
}
