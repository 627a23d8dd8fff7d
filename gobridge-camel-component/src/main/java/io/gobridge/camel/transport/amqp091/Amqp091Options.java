package io.gobridge.camel.transport.amqp091;

import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.transport.EndpointCheck;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.component.springrabbit.SpringRabbitMQHelper;
import org.apache.camel.util.URISupport;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.rabbit.connection.AbstractConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;

/**
 * Reads the options of the user's endpoint: what is obeyed, what is overridden and what is refused. Camel's defaults
 * lose messages, so an option is refused only when the user wrote it into the endpoint's URI. Thread-safe.
 */
final class Amqp091Options {

    /** Half as long as a peer may be silent. The client's own default of a minute hides a dead connection too long. */
    private static final int HEARTBEAT_SECONDS = 10;

    /** The field has two bytes. */
    private static final int MOST_PREFETCHED = 65_535;

    /** RabbitMQ's own, since 3.8.15. */
    private static final Duration DEFAULT_CONSUMER_TIMEOUT = Duration.ofMinutes(30);

    /** The consumer argument with which a user tells the bridge of another timeout. */
    private static final String CONSUMER_TIMEOUT = "x-consumer-timeout";

    private final SpringRabbitMQEndpoint endpoint;
    private final Map<String, Object> written;

    Amqp091Options(SpringRabbitMQEndpoint endpoint) {
        this.endpoint = endpoint;
        this.written = query(endpoint.getEndpointUri());
    }

    void checkSource(EndpointCheck check, int maxInFlight) {
        checkBoth(check);
        boolean isNone = endpoint.getAcknowledgeMode() == AcknowledgeMode.NONE;
        check.require(!isNone || !isWritten("acknowledgeMode"), "acknowledgeMode", AcknowledgeMode.NONE,
                "allowed are AUTO and MANUAL: with NONE the broker forgets a message before the route has it");
        check.require(isNamed() || endpoint.isAutoDeclare(), "queues", endpoint.getQueues(),
                "required, unless autoDeclare makes a queue of its own");
        Object timeout = endpoint.getConsumerArgs().get(CONSUMER_TIMEOUT);
        check.require(timeout == null || timeout.toString().matches("[1-9][0-9]{3,17}"), "arg.consumer." + CONSUMER_TIMEOUT,
                timeout, "must be milliseconds, at least 1000");
        if (endpoint.getAcknowledgeMode() != AcknowledgeMode.MANUAL) {
            check.overridden("acknowledgeMode", AcknowledgeMode.MANUAL);
        }
        if (endpoint.getPrefetchCount() == null || endpoint.getPrefetchCount() != prefetch(maxInFlight)) {
            check.overridden("prefetchCount", prefetch(maxInFlight));
        }
        if (endpoint.getRetry() != null || endpoint.getMaximumRetryAttempts() != 0) {
            check.overridden("maximumRetryAttempts", 0);
        }
    }

    void checkTarget(EndpointCheck check) {
        checkBoth(check);
        boolean isDisabled = "disabled".equalsIgnoreCase(endpoint.getConfirm());
        check.require(!isDisabled || !isWritten("confirm"), "confirm", endpoint.getConfirm(),
                "allowed are auto and enabled: without confirms nobody knows what became of a message");
        if (!"enabled".equalsIgnoreCase(endpoint.getConfirm())) {
            check.overridden("confirm", "enabled");
        }
    }

    private void checkBoth(EndpointCheck check) {
        check.require(endpoint.getConnectionFactory() != null, "connectionFactory", endpoint.getConnectionFactory(),
                "required, on the endpoint or the component");
        if (endpoint.getConnectionFactory() instanceof AbstractConnectionFactory factory) {
            boundSilence(factory.getRabbitConnectionFactory(), check);
        }
    }

    /** The factory may serve other routes too; none of them needs to wait longer for a dead connection. */
    private static void boundSilence(com.rabbitmq.client.ConnectionFactory factory, EndpointCheck check) {
        synchronized (factory) {
            if (factory.getRequestedHeartbeat() == com.rabbitmq.client.ConnectionFactory.DEFAULT_HEARTBEAT) {
                factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
                check.overridden("requestedHeartbeat", HEARTBEAT_SECONDS);
            }
        }
    }

    ConnectionFactory connectionFactory() {
        return endpoint.getConnectionFactory();
    }

    /** Returns the factory for a connection to publish over: a broker that blocks one then still takes acks. */
    ConnectionFactory publisherConnectionFactory() {
        ConnectionFactory own = connectionFactory().getPublisherConnectionFactory();
        return own == null ? connectionFactory() : own;
    }

    /** Returns the exchange, empty text for the default one. */
    String exchange() {
        return SpringRabbitMQHelper.isDefaultExchange(endpoint.getExchangeName()) ? "" : endpoint.getExchangeName();
    }

    String routingKey() {
        return endpoint.getRoutingKey() == null ? "" : endpoint.getRoutingKey();
    }

    /** Returns the names of the queues; one empty name stands for a queue of the source's own. */
    List<String> queues() {
        return isNamed()
                ? Arrays.stream(endpoint.getQueues().split(",", -1)).map(String::trim).filter(name -> !name.isEmpty()).toList()
                : List.of("");
    }

    boolean isExclusive() {
        return endpoint.isExclusive();
    }

    boolean isNoLocal() {
        return endpoint.isNoLocal();
    }

    /** Returns what the broker is told about the consumer; its timeout is the broker's own business. */
    Map<String, Object> consumerArguments() {
        Map<String, Object> arguments = endpoint.getConsumerArgs();
        arguments.remove(CONSUMER_TIMEOUT);
        return arguments;
    }

    /** Tells whether the queues are declared as quorum queues, which count how often a message comes back. */
    boolean isQuorum() {
        return "quorum".equals(endpoint.getQueueArgs().get("x-queue-type"));
    }

    /**
     * Returns what can be done about a message of these queues. RabbitMQ closes a channel on which a message is
     * unacknowledged for too long, and can put messages aside; others are not known for either.
     *
     * @param server what the broker says about itself
     */
    Capabilities capabilities(Map<String, Object> server) {
        Capabilities capabilities = Amqp091Transport.CAPABILITIES.withCountsAttempts(isQuorum());
        return "RabbitMQ".equals(String.valueOf(server.get("product")))
                ? capabilities.withLockWindow(consumerTimeout()).withLongWaits(DelayQueues.LONGEST) : capabilities;
    }

    private Duration consumerTimeout() {
        Object millis = endpoint.getConsumerArgs().get(CONSUMER_TIMEOUT);
        return millis == null ? DEFAULT_CONSUMER_TIMEOUT : Duration.ofMillis(Long.parseLong(millis.toString()));
    }

    static int prefetch(int maxInFlight) {
        return Math.max(1, Math.min(MOST_PREFETCHED, maxInFlight));
    }

    /**
     * Declares what the endpoint says, as Camel's consumer would; does nothing without {@code autoDeclare}.
     *
     * @return the names of the queues that were made up
     */
    synchronized List<String> declareSource() {
        // The container is never started: Camel leaves the name of a queue that it made up there.
        AbstractMessageListenerContainer names = endpoint.createMessageListenerContainer();
        endpoint.declareElements(names, admin());
        return isNamed() ? List.of() : Arrays.asList(names.getQueueNames());
    }

    /** Declares what the endpoint says, as Camel's producer would; does nothing without {@code autoDeclareProducer}. */
    synchronized void declareTarget() {
        if (endpoint.isAutoDeclareProducer()) {
            endpoint.declareElements(null, admin());
        }
    }

    private AmqpAdmin admin() {
        AmqpAdmin admin = endpoint.getComponent().getAmqpAdmin();
        if (admin != null) {
            return admin;
        }
        RabbitAdmin own = new RabbitAdmin(connectionFactory());
        own.setIgnoreDeclarationExceptions(endpoint.getComponent().isIgnoreDeclarationExceptions());
        return own;
    }

    /** Tells whether the user named the queues. */
    boolean isNamed() {
        return endpoint.getQueues() != null && !endpoint.getQueues().isBlank();
    }

    private boolean isWritten(String option) {
        return written.containsKey(option);
    }

    private static Map<String, Object> query(String uri) {
        int start = uri.indexOf('?');
        try {
            return start < 0 ? Map.of() : URISupport.parseQuery(uri.substring(start + 1), true);
        } catch (URISyntaxException e) {
            return Map.of();
        }
    }
}
