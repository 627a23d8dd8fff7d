package io.gobridge.camel.testkit.servicebus;

import java.util.List;
import java.util.Optional;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;

/** Puts what a client sends into a queue or topic. */
final class EntityNode implements Node {

    private final Entity entity;
    private final boolean needsSessions;
    private final ServiceBusFaults faults;

    EntityNode(Entity entity, ServiceBusFaults faults) {
        this.entity = entity;
        this.needsSessions = entity instanceof Topic topic ? topic.isSessionful() : entity.options().isSessionful();
        this.faults = faults;
    }

    @Override
    public DeliveryState take(byte[] transfer, int messageFormat) {
        Optional<String> fault = faults.refusesSend();
        if (fault.isPresent()) {
            return refusal(fault.get(), "The test refuses this send.");
        }
        List<byte[]> messages = Wire.messages(transfer, messageFormat);
        if (needsSessions && messages.stream().anyMatch(message -> Wire.decode(message).getGroupId() == null)) {
            return refusal("amqp:not-allowed",
                    "The SessionId was not set on a message, and it cannot be sent to the entity.");
        }
        messages.forEach(entity::accept);
        return Accepted.getInstance();
    }

    private static DeliveryState refusal(String condition, String description) {
        Rejected refusal = new Rejected();
        refusal.setError(new ErrorCondition(Symbol.valueOf(condition), description));
        return refusal;
    }
}
