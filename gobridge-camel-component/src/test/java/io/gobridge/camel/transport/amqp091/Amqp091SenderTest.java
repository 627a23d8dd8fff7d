package io.gobridge.camel.transport.amqp091;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletionStage;

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

class Amqp091SenderTest {

    private final FakeRabbit broker = new FakeRabbit();
    private final InterruptedScheduler scheduler = new InterruptedScheduler();
    private final DefaultCamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void shouldSendNothingAndKeepNoChannelWhenItIsClosedMeanwhile() {
        Sender unit = sender();
        scheduler.meanwhile(unit::close);

        CompletionStage<Void> sent
                = unit.send(new OutboundMessage(Envelope.withId("m1").createdAt(Instant.EPOCH).build(), ""));
        broker.work();

        assertThat(sent.toCompletableFuture()).isCompletedExceptionally();
        assertThat(broker.written).isEmpty();
    }

    private Sender sender() {
        context.getRegistry().bind("amqp", broker.factory());
        return new Amqp091Transport().session("test").sender(new SenderSpec(
                context.getEndpoint("spring-rabbitmq:default?connectionFactory=#amqp&routingKey=k"), scheduler,
                new Random(1), broker.work::add, new EndpointCheck("", new ConfigurationProblems())));
    }
}
