package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.component.jms.JmsConfiguration;
import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.component.jms.JmsTemporaryQueueEndpoint;
import org.apache.camel.component.jms.JmsTemporaryTopicEndpoint;
import org.apache.camel.util.StringHelper;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.jms.policy.JmsDefaultPrefetchPolicy;
import org.springframework.jms.connection.DelegatingConnectionFactory;
import org.springframework.jms.connection.SingleConnectionFactory;

/** Reads the options of the user's endpoint: what is obeyed, what is overridden and what is refused. */
final class AmqpOptions {

    /**
     * Twice as long as a peer may be silent. Qpid JMS looks once in this time whether anything came since it looked
     * last, so a dead connection is found after one to two of it: with the default of a minute that is too late.
     */
    private static final int IDLE_MILLIS = 12_000;

    private static final int HIGHEST_PRIORITY = 9;
    private static final int MAX_WRAPPERS = 5;

    private final JmsEndpoint endpoint;
    private final JmsConfiguration options;

    AmqpOptions(JmsEndpoint endpoint) {
        this.endpoint = endpoint;
        this.options = endpoint.getConfiguration();
    }

    void checkSource(EndpointCheck check) {
        checkBoth(check, options.getListenerConnectionFactory());
        check.require(!isDurable() || !clientId().isEmpty() || options.isSubscriptionShared(), "clientId", null,
                "required: a durable subscription belongs to a client id");
        boolean isNamed = options.isSubscriptionDurable() || options.isSubscriptionShared();
        check.require(!isNamed || options.getSubscriptionName() != null, "subscriptionName", null,
                "required for a durable or shared subscription");
        if (options.getAcknowledgementModeName() != null) {
            check.overridden("acknowledgementModeName", "individual");
        }
    }

    void checkTarget(EndpointCheck check) {
        checkBoth(check, options.getTemplateConnectionFactory());
        check.require(options.getReplyTo() == null, "replyTo", options.getReplyTo(),
                "the bridge sends one way; set the header " + AmqpHeaders.REPLY_TO + " for others to answer to");
        check.require(options.getPriority() >= 0 && options.getPriority() <= HIGHEST_PRIORITY, "priority",
                options.getPriority(), "must be from 0 to 9");
        check.require(options.getDeliveryDelay() <= 0, "deliveryDelay", options.getDeliveryDelay(),
                "is not supported; leave it out");
    }

    private void checkBoth(EndpointCheck check, ConnectionFactory special) {
        ConnectionFactory factory = special != null ? special : options.getConnectionFactory();
        check.require(factory != null, "connectionFactory", null,
                "required: set host or brokerUrl of the amqp component, or connectionFactory to a JmsConnectionFactory bean");
        check.require(!options.isTransacted(), "transacted", true,
                "each message is settled by itself; leave it out");
        boolean isTemporary
                = endpoint instanceof JmsTemporaryQueueEndpoint || endpoint instanceof JmsTemporaryTopicEndpoint;
        check.require(!isTemporary, "destinationType", "temporary", "allowed are queue and topic");
        qpid(factory).ifPresent(qpid -> boundSilence(qpid, check));
    }

    /** The factory may serve other routes too; none of them needs to wait longer for a dead connection. */
    private static void boundSilence(JmsConnectionFactory factory, EndpointCheck check) {
        synchronized (factory) {
            String uri = factory.getRemoteURI();
            if (uri.contains("idleTimeout")) {
                return;
            }
            String option = (uri.startsWith("failover:") ? "failover.nested." : "") + "amqp.idleTimeout=" + IDLE_MILLIS;
            factory.setRemoteURI(uri + (uri.indexOf('?') < 0 ? "?" : "&") + option);
            check.overridden("amqp.idleTimeout", IDLE_MILLIS);
        }
    }

    /** Returns the client id, empty when neither the endpoint nor its connection factory names one. */
    String clientId() {
        if (options.getClientId() != null) {
            return options.getClientId();
        }
        return qpid(anyFactory()).map(JmsConnectionFactory::getClientID).orElse("");
    }

    /** Returns the broker's address without options, which may be secret. */
    String broker() {
        ConnectionFactory factory = anyFactory();
        return qpid(factory).map(qpid -> StringHelper.before(qpid.getRemoteURI(), "?", qpid.getRemoteURI()))
                .orElseGet(() -> "the broker of " + endpoint.getDestinationName());
    }

    String address() {
        return endpoint.getDestinationName();
    }

    /** Tells whether the broker hands over again what was not settled when this process died. */
    boolean keepsUnsettled() {
        return !endpoint.isPubSubDomain() || isDurable();
    }

    ConnectionSettings receiving(ReceiverSpec spec) {
        return settings(options.getListenerConnectionFactory(), spec.scheduler(), spec.random(), spec.executor());
    }

    ConnectionSettings sending(SenderSpec spec) {
        return settings(options.getTemplateConnectionFactory(), spec.scheduler(), spec.random(), spec.executor());
    }

    /**
     * Returns how many messages are sent ahead of what was requested: as many as can be run, or fewer if the URL says
     * so.
     */
    int prefetch(int maxInFlight) {
        int wanted = qpid(anyFactory()).map(JmsConnectionFactory::getPrefetchPolicy)
                .filter(JmsDefaultPrefetchPolicy.class::isInstance).map(JmsDefaultPrefetchPolicy.class::cast)
                .map(policy -> endpoint.isPubSubDomain() ? policy.getTopicPrefetch() : policy.getQueuePrefetch())
                .orElse(maxInFlight);
        return Math.max(1, Math.min(wanted, maxInFlight));
    }

    MessageDefaults messageDefaults() {
        boolean isDurable = options.getDeliveryMode() == null
                ? options.isDeliveryPersistent() : options.getDeliveryMode() == DeliveryMode.PERSISTENT;
        Optional<Duration> timeToLive
                = options.getTimeToLive() > 0 ? Optional.of(Duration.ofMillis(options.getTimeToLive())) : Optional.empty();
        return new MessageDefaults(isDurable, options.getPriority(), timeToLive);
    }

    Destination destination(Session session) throws JMSException {
        if (options.getDestinationResolver() != null) {
            return options.getDestinationResolver().resolveDestinationName(session, address(), endpoint.isPubSubDomain());
        }
        return endpoint.isPubSubDomain() ? session.createTopic(address()) : session.createQueue(address());
    }

    MessageConsumer consumer(Session session) throws JMSException {
        Destination destination = destination(session);
        String selector = options.getSelector();
        if (!(destination instanceof Topic topic) || !endpoint.isPubSubDomain()) {
            return session.createConsumer(destination, selector);
        }
        String name = options.getSubscriptionName() != null
                ? options.getSubscriptionName() : options.getDurableSubscriptionName();
        if (options.isSubscriptionShared()) {
            return isDurable()
                    ? session.createSharedDurableConsumer(topic, name, selector)
                    : session.createSharedConsumer(topic, name, selector);
        }
        return isDurable()
                ? session.createDurableConsumer(topic, name, selector, options.isPubSubNoLocal())
                : session.createConsumer(topic, selector, options.isPubSubNoLocal());
    }

    private boolean isDurable() {
        return options.isSubscriptionDurable() || options.getDurableSubscriptionName() != null;
    }

    private ConnectionSettings settings(
            ConnectionFactory special, Scheduler scheduler, RandomGenerator random, Executor executor) {
        ConnectionFactory factory = special != null ? special : options.getConnectionFactory();
        boolean hasOwnId = qpid(factory).map(JmsConnectionFactory::getClientID).isPresent();
        return new ConnectionSettings(
                unwrapped(factory), hasOwnId || options.getClientId() == null ? "" : options.getClientId(), broker(),
                scheduler, random, executor);
    }

    private ConnectionFactory anyFactory() {
        if (options.getConnectionFactory() != null) {
            return options.getConnectionFactory();
        }
        return options.getListenerConnectionFactory() != null
                ? options.getListenerConnectionFactory() : options.getTemplateConnectionFactory();
    }

    /** Returns what makes new connections, behind what keeps one or several. */
    private static ConnectionFactory unwrapped(ConnectionFactory factory) {
        ConnectionFactory inner = factory;
        for (int depth = 0; depth < MAX_WRAPPERS; depth++) {
            ConnectionFactory next = target(inner);
            if (next == null) {
                return inner;
            }
            inner = next;
        }
        return inner;
    }

    private static ConnectionFactory target(ConnectionFactory factory) {
        if (factory instanceof SingleConnectionFactory single) {
            return single.getTargetConnectionFactory();
        }
        return factory instanceof DelegatingConnectionFactory delegating ? delegating.getTargetConnectionFactory() : null;
    }

    /** Camel hides the factory behind one with credentials, which does not tell; the component has it then. */
    private Optional<JmsConnectionFactory> qpid(ConnectionFactory factory) {
        if (unwrapped(factory) instanceof JmsConnectionFactory qpid) {
            return Optional.of(qpid);
        }
        JmsComponent component = endpoint.getComponent();
        return component != null && component.getConfiguration().getConnectionFactory() instanceof JmsConnectionFactory qpid
                ? Optional.of(qpid) : Optional.empty();
    }
}
