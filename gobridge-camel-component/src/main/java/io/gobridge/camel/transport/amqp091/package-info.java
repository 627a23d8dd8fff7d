/**
 * Speaks AMQP 0-9-1 over the connection factory of a {@code spring-rabbitmq} endpoint, on channels of its own. Start at
 * {@link io.gobridge.camel.transport.amqp091.Amqp091Transport}.
 */
package io.gobridge.camel.transport.amqp091;
