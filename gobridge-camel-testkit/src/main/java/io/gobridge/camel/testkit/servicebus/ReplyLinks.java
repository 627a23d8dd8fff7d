package io.gobridge.camel.testkit.servicebus;

import java.util.HashMap;
import java.util.Map;

import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/** The links of one connection over which its nodes answer, by the address that requests name. */
final class ReplyLinks {

    private final Map<String, Sender> links = new HashMap<>();

    void add(Sender link) {
        links.put(link.getRemoteTarget().getAddress(), link);
    }

    /** Answers the request; a client that left meanwhile gets no answer. */
    void answer(Message request, Message answer) {
        answer.setCorrelationId(request.getMessageId());
        Sender link = links.get(request.getReplyTo());
        if (link != null) {
            Wire.send(link, answer);
        }
    }
}
