package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.component.amqp.AMQPComponent;
import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jms.connection.CachingConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpOptionsTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ConfigurationProblems problems = new ConfigurationProblems();
    private final EndpointCheck check = new EndpointCheck("", problems);
    private final AmqpTransport transport = new AmqpTransport();
    private final JmsConnectionFactory factory = new JmsConnectionFactory("amqp://127.0.0.1:1?amqp.idleTimeout=9000");

    @BeforeEach
    void bind() {
        context.getRegistry().bind("broker", factory);
    }

    @AfterEach
    void close() {
        context.stop();
    }

    @Test
    void shouldBeFoundUnderTheNameOfTheComponent() {
        context.start();

        Transport found = context.getCamelContextExtension()
                .getFactoryFinder("META-INF/services/org/apache/camel/gobridge-transport/")
                .newInstance("amqp", Transport.class).orElseThrow();

        assertThat(found).isInstanceOf(AmqpTransport.class);
    }

    @Test
    void shouldTakeAQueueWithoutFurtherOptions() {
        Receiver unit = source("queue:in?connectionFactory=#broker");
        target("queue:out?connectionFactory=#broker");

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).isEmpty();
        assertThat(unit.capabilities().redelivers()).isTrue();
        assertThat(unit.capabilities().countsAttempts()).isTrue();
    }

    /** F12: there is no commit that a broker could refuse after the send was reported as done. */
    @Test
    void shouldRefuseWhatCannotWork() {
        source("queue:in?connectionFactory=#broker&transacted=true");
        source("topic:t?connectionFactory=#broker&subscriptionDurable=true");
        source("temp-queue:in?connectionFactory=#broker");
        target("queue:out?connectionFactory=#broker&replyTo=back&priority=11&deliveryDelay=5&transacted=true");

        assertThat(problems.list()).extracting(problem -> problem.substring(0, problem.indexOf(':')))
                .containsExactly("transacted=true", "clientId=null", "subscriptionName=null",
                        "destinationType=temporary", "transacted=true", "replyTo=back", "priority=11", "deliveryDelay=5");
    }

    @Test
    void shouldNeedABroker() {
        context.getRegistry().unbind("broker");

        source("queue:in");
        target("queue:in");

        assertThat(problems.list()).hasSize(2).allMatch(problem -> problem.startsWith("connectionFactory=null: required"));
    }

    @Test
    void shouldKnowWhichTopicsKeepWhatWasNotSettled() {
        assertThat(source("topic:t?connectionFactory=#broker").capabilities().redelivers()).isFalse();
        assertThat(source("topic:t?connectionFactory=#broker&clientId=c&durableSubscriptionName=s").capabilities()
                .redelivers()).isTrue();
        assertThat(source("topic:t?connectionFactory=#broker&subscriptionShared=true&subscriptionDurable=true"
                          + "&subscriptionName=s")
                .capabilities().redelivers())
                .isTrue();
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void shouldBoundTheSilenceOfABrokerUnlessTheUrlDoes() {
        context.getRegistry().bind("silent", new JmsConnectionFactory("amqp://127.0.0.1:1"));
        context.getRegistry().bind("several", new JmsConnectionFactory("failover:(amqp://a:1,amqp://b:2)"));

        source("queue:in?connectionFactory=#silent&acknowledgementModeName=AUTO_ACKNOWLEDGE");
        source("queue:in?connectionFactory=#several");
        target("queue:in?connectionFactory=#silent");

        assertThat(check.overrides()).containsExactly("amqp.idleTimeout=12000", "acknowledgementModeName=individual",
                "amqp.idleTimeout=12000");
        assertThat(factory("silent").getRemoteURI()).isEqualTo("amqp://127.0.0.1:1?amqp.idleTimeout=12000");
        assertThat(factory("several").getRemoteURI()).contains("failover.nested.amqp.idleTimeout=12000");
    }

    @Test
    void shouldLookBehindWhatKeepsConnections() {
        context.getRegistry().bind("caching", new CachingConnectionFactory(factory));

        String uri = "queue:in?connectionFactory=#caching&clientId=me";

        ConnectionSettings unit = options(uri).receiving(spec(uri));

        assertThat(unit.factory()).isSameAs(factory);
        assertThat(unit.clientId()).isEqualTo("me");
        assertThat(unit.connectionName()).isEqualTo("AMQP connection to amqp://127.0.0.1:1");
    }

    @Test
    void shouldFindTheBrokerBehindCredentials() {
        AMQPComponent component = new AMQPComponent(factory);
        context.addComponent("secured", component);
        Endpoint endpoint = context.getEndpoint("secured:queue:in?username=me&password=secret");

        AmqpOptions unit = new AmqpOptions((JmsEndpoint) endpoint);

        assertThat(unit.broker()).isEqualTo("amqp://127.0.0.1:1");
        assertThat(unit.receiving(spec("queue:in")).connectionName()).doesNotContain("secret");
    }

    @Test
    void shouldShareAConnectionPerBrokerAndClientIdOnly() {
        assertThat(key("queue:a?connectionFactory=#broker&clientId=c"))
                .isEqualTo(key("topic:b?connectionFactory=#broker&clientId=c"))
                .isNotEqualTo(key("queue:a?connectionFactory=#broker&clientId=d"));
        assertThat(key("queue:a?connectionFactory=#broker")).isEqualTo(key("queue:a?connectionFactory=#broker"))
                .isNotEqualTo(key("queue:b?connectionFactory=#broker"));
    }

    @Test
    void shouldBeSentNoMoreAheadThanItRuns() {
        context.getRegistry().bind("narrow",
                new JmsConnectionFactory("amqp://127.0.0.1:1?jms.prefetchPolicy.queuePrefetch=3&amqp.idleTimeout=9000"));

        assertThat(options("queue:in?connectionFactory=#broker").prefetch(7)).isEqualTo(7);
        assertThat(options("queue:in?connectionFactory=#narrow").prefetch(7)).isEqualTo(3);
        assertThat(options("topic:in?connectionFactory=#narrow").prefetch(7)).isEqualTo(7);
        assertThat(options("queue:in?connectionFactory=#narrow").prefetch(1)).isEqualTo(1);
    }

    @Test
    void shouldObeyWhatTheEndpointSaysOfMessages() {
        assertThat(options("queue:out?connectionFactory=#broker").messageDefaults())
                .isEqualTo(new MessageDefaults(true, 4, Optional.empty()));
        assertThat(options("queue:out?connectionFactory=#broker&deliveryPersistent=false&priority=7&timeToLive=5000")
                .messageDefaults())
                .isEqualTo(new MessageDefaults(false, 7, Optional.of(Duration.ofSeconds(5))));
    }

    private JmsConnectionFactory factory(String name) {
        return context.getRegistry().lookupByNameAndType(name, JmsConnectionFactory.class);
    }

    private Receiver source(String uri) {
        return transport.session("").receiver(spec(uri));
    }

    private ReceiverSpec spec(String uri) {
        return new ReceiverSpec(endpoint(uri), 7, new ManualScheduler(), new Random(1), Runnable::run, check);
    }

    private void target(String uri) {
        transport.session("").sender(new SenderSpec(endpoint(uri), new ManualScheduler(), new Random(1), Runnable::run, check));
    }

    private AmqpOptions options(String uri) {
        return new AmqpOptions((JmsEndpoint) endpoint(uri));
    }

    private String key(String uri) {
        return transport.sessionKey(endpoint(uri));
    }

    private Endpoint endpoint(String uri) {
        return context.getEndpoint("amqp:" + uri);
    }
}
