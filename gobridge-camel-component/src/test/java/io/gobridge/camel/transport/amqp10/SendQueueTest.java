package io.gobridge.camel.transport.amqp10;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import jakarta.jms.JMSException;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.OutboundMessage;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SendQueueTest {

    private final BridgeException why = BridgeException.of(FailureCode.CONNECTION_LOST, "gone");

    private final SendQueue unit = new SendQueue();

    /** The client library gives a message an id as it sends it, which changes its hash. */
    @Test
    void shouldForgetWhatWasAcceptedThoughTheClientLibraryChangedIt() throws JMSException {
        unit.add(outgoing());
        Outgoing underWay = unit.next().orElseThrow();
        underWay.wire().setJMSMessageID("ID:1");

        unit.accepted(underWay);

        List<Outgoing> kept = new ArrayList<>();
        unit.fail(kept::add, why);
        assertThat(kept).isEmpty();
    }

    @Test
    void shouldForgetWhatFailedThoughTheClientLibraryChangedIt() throws JMSException {
        unit.add(outgoing());
        Outgoing underWay = unit.next().orElseThrow();
        underWay.wire().setJMSMessageID("ID:1");

        unit.failed(underWay, why);

        List<Outgoing> kept = new ArrayList<>();
        unit.fail(kept::add, why);
        assertThat(kept).isEmpty();
    }

    private static Outgoing outgoing() {
        Envelope envelope = Envelope.withId("m1").createdAt(Instant.EPOCH).build();
        return new Outgoing(
                new OutboundMessage(envelope, ""), new JmsMessage(new AmqpJmsMessageFacade()), new CompletableFuture<>());
    }
}
