/**
 * Orders from an SQS queue to the RabbitMQ queue that a resolver chooses. Start at
 * {@link io.gobridge.example.orders.Orders}.
 */
package io.gobridge.example.orders;
