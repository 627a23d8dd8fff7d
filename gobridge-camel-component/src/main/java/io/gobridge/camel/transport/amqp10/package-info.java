/**
 * Speaks AMQP 1.0 as the options of an {@code amqp} endpoint say, over connections of its own. Start at
 * {@link io.gobridge.camel.transport.amqp10.AmqpTransport}.
 */
package io.gobridge.camel.transport.amqp10;
