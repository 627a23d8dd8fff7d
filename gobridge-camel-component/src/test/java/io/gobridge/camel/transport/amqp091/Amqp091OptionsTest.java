package io.gobridge.camel.transport.amqp091;

import java.time.Duration;
import java.util.Map;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class Amqp091OptionsTest {

    private static final Map<String, Object> RABBITMQ = Map.of("product", "RabbitMQ");

    private final CachingConnectionFactory factory = new CachingConnectionFactory("127.0.0.1", 1);
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ConfigurationProblems problems = new ConfigurationProblems();
    private final EndpointCheck check = new EndpointCheck("", problems);

    @BeforeEach
    void start() {
        context.getRegistry().bind("amqp", factory);
        context.start();
    }

    @AfterEach
    void close() {
        context.stop();
    }

    @Test
    void shouldBeFoundUnderTheNameOfTheComponent() {
        Transport found = context.getCamelContextExtension()
                .getFactoryFinder("META-INF/services/org/apache/camel/gobridge-transport/")
                .newInstance("spring-rabbitmq", Transport.class).orElseThrow();

        assertThat(found).isInstanceOf(Amqp091Transport.class);
    }

    @Test
    void shouldOverrideTheDefaultsThatLoseMessages() {
        options("x?queues=q").checkSource(check, 7);
        options("x").checkTarget(check);

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).containsExactly("requestedHeartbeat=10", "acknowledgeMode=MANUAL",
                "prefetchCount=7", "maximumRetryAttempts=0", "confirm=enabled");
        assertThat(factory.getRabbitConnectionFactory().getRequestedHeartbeat()).isEqualTo(10);
    }

    @Test
    void shouldObeyWhatTheUserWrote() {
        factory.setRequestedHeartBeat(30);
        options("x?queues=q&acknowledgeMode=MANUAL&prefetchCount=7&maximumRetryAttempts=0").checkSource(check, 7);
        options("x?confirm=enabled").checkTarget(check);

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).isEmpty();
        assertThat(factory.getRabbitConnectionFactory().getRequestedHeartbeat()).isEqualTo(30);
        assertThat(options("default").exchange()).isEmpty();
        assertThat(options("x?routingKey=k").routingKey()).isEqualTo("k");
        assertThat(options("x?queues=a, b").queues()).containsExactly("a", "b");
        assertThat(options("x").queues()).as("one of its own").containsExactly("");
    }

    /** F29. */
    @Test
    void shouldRefuseWhatCannotWork() {
        options("x?queues=q&acknowledgeMode=NONE&arg.consumer.x-consumer-timeout=soon").checkSource(check, 1);
        options("x?autoDeclare=false").checkSource(check, 1);
        options("x?confirm=disabled").checkTarget(check);

        assertThat(problems.list()).extracting(problem -> problem.substring(0, problem.indexOf(':')))
                .containsExactly("acknowledgeMode=NONE", "arg.consumer.x-consumer-timeout=soon", "queues=null",
                        "confirm=disabled");
    }

    @Test
    void shouldNeedAConnectionFactory() {
        context.getRegistry().unbind("amqp");

        options("y?queues=q").checkSource(check, 1);

        assertThat(problems.list()).singleElement().asString().startsWith("connectionFactory=null");
    }

    @Test
    void shouldKnowWhatRabbitMqCanDoAndOthersCannot() {
        Capabilities rabbit = options("x?queues=q").capabilities(RABBITMQ);
        Capabilities other = options("x?queues=q").capabilities(Map.of("product", "qpid"));

        assertThat(rabbit.lockWindow()).isEqualTo(Duration.ofMinutes(30));
        assertThat(rabbit.carries(Duration.ofHours(1))).isTrue();
        assertThat(rabbit.carries(Duration.ofMinutes(1))).isFalse();
        assertThat(other.hasLock()).isFalse();
        assertThat(other.carries(Duration.ofHours(1))).isFalse();
        assertThat(options("x?queues=q&arg.consumer.x-consumer-timeout=60000").capabilities(RABBITMQ).lockWindow())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void shouldCountOnQuorumQueuesOnly() {
        assertThat(options("x?queues=q&arg.queue.x-queue-type=quorum").capabilities(RABBITMQ).countsAttempts()).isTrue();
        assertThat(options("x?queues=q").capabilities(RABBITMQ).countsAttempts()).isFalse();
    }

    private Amqp091Options options(String uri) {
        return new Amqp091Options(context.getEndpoint("spring-rabbitmq:" + uri, SpringRabbitMQEndpoint.class));
    }
}
