package io.gobridge.camel.testkit.servicebus;

import java.util.Map;

import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.message.Message;

/** Accepts every token, unless a test wants it otherwise. */
final class CbsNode implements Node {

    static final String ADDRESS = "$cbs";

    private final ReplyLinks replies;
    private final ServiceBusFaults faults;

    CbsNode(ReplyLinks replies, ServiceBusFaults faults) {
        this.replies = replies;
        this.faults = faults;
    }

    @Override
    public DeliveryState take(byte[] transfer, int messageFormat) {
        Message answer = Message.Factory.create();
        answer.setApplicationProperties(new ApplicationProperties(
                faults.refusesTokens()
                        ? Map.of("status-code", 401, "status-description", "The test refuses this token.")
                        : Map.of("status-code", 202, "status-description", "Accepted")));
        replies.answer(Wire.decode(transfer), answer);
        return Accepted.getInstance();
    }
}
