package io.gobridge.camel.testkit.servicebus;

import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Link;

/** Answers to a client's attach. */
final class Links {

    private Links() {
    }

    /** Agrees to what the client asked for. */
    static void mirror(Link link) {
        link.setSource(link.getRemoteSource());
        link.setTarget(link.getRemoteTarget());
        link.setSenderSettleMode(link.getRemoteSenderSettleMode());
        link.setReceiverSettleMode(link.getRemoteReceiverSettleMode());
    }

    /** Closes the link with an error; one that is not open yet is opened without an end first, as AMQP wants it. */
    static void refuse(Link link, String condition, String description) {
        if (link.getLocalState() == EndpointState.UNINITIALIZED) {
            link.open();
        }
        link.setCondition(new ErrorCondition(Symbol.valueOf(condition), description));
        link.close();
    }
}
