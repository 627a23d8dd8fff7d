package io.gobridge.camel.transport.amqp091;

import java.util.Random;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class Amqp091ReceiverTest {

    private final FakeRabbit broker = new FakeRabbit();
    private final DefaultCamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** What the broker would send to a stopped source would go back, and come again, without end. */
    @Test
    void shouldConsumeNothingWhenItIsStoppedWhileItBegins() {
        Receiver unit = receiver();
        broker.meanwhile = () -> {
            unit.stop();
            broker.work();
        };

        unit.start(delivery -> {
        });
        broker.work();

        assertThat(broker.written).containsExactly("basicCancel ctag");
    }

    private Receiver receiver() {
        context.getRegistry().bind("amqp", broker.factory());
        Endpoint endpoint = context.getEndpoint("spring-rabbitmq:default?connectionFactory=#amqp&queues=q&autoDeclare=false");
        return new Amqp091Transport().session("test").receiver(new ReceiverSpec(
                endpoint, 1, new ManualScheduler(), new Random(1), broker.work::add,
                new EndpointCheck("", new ConfigurationProblems())));
    }
}
