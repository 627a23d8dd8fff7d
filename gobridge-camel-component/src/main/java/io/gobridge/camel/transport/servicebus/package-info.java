/**
 * Azure Service Bus, through clients made from an {@code azure-servicebus} endpoint. Start at
 * {@link io.gobridge.camel.transport.servicebus.ServiceBusTransport}.
 */
package io.gobridge.camel.transport.servicebus;
