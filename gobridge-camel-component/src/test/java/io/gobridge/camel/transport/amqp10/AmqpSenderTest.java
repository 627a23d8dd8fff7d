package io.gobridge.camel.transport.amqp10;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

import io.gobridge.camel.delivery.InterruptedScheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpSenderTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final InterruptedScheduler scheduler = new InterruptedScheduler();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final AtomicInteger connections = new AtomicInteger();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void shouldNotConnectForAMessageWhenItIsClosedMeanwhile() {
        Sender unit = sender();
        scheduler.meanwhile(unit::close);

        CompletionStage<Void> sent
                = unit.send(new OutboundMessage(Envelope.withId("m1").createdAt(Instant.EPOCH).build(), ""));
        work();

        assertThat(sent.toCompletableFuture()).isCompletedExceptionally();
        assertThat(connections).hasValue(0);
    }

    private Sender sender() {
        context.getRegistry().bind("broker", counted());
        return new AmqpSession().sender(new SenderSpec(
                context.getEndpoint("amqp:queue:out?connectionFactory=#broker"), scheduler, new Random(1), work::add,
                new EndpointCheck("", new ConfigurationProblems())));
    }

    private void work() {
        while (!work.isEmpty()) {
            work.poll().run();
        }
    }

    private ConnectionFactory counted() {
        return (ConnectionFactory) Proxy.newProxyInstance(AmqpSenderTest.class.getClassLoader(),
                new Class<?>[] { ConnectionFactory.class }, (self, method, args) -> {
                    if (method.getName().equals("createConnection")) {
                        connections.incrementAndGet();
                        throw new JMSException("nobody is there");
                    }
                    return method.getName().equals("hashCode") ? (Object) 1 : null;
                });
    }
}
