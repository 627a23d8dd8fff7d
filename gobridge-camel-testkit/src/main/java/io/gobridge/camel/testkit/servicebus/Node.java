package io.gobridge.camel.testkit.servicebus;

import org.apache.qpid.proton.amqp.transport.DeliveryState;

/** What clients send to: an entity, or a node that answers. */
@FunctionalInterface
interface Node {

    /** Takes one transfer and returns its outcome. */
    DeliveryState take(byte[] transfer, int messageFormat);
}
