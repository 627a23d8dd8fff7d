/**
 * An Azure Service Bus on the wire, in this JVM. Start with
 * {@link io.gobridge.camel.testkit.servicebus.ServiceBusEmulator}.
 */
@NullMarked
package io.gobridge.camel.testkit.servicebus;

import org.jspecify.annotations.NullMarked;
