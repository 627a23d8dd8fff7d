package io.gobridge.camel.transport.servicebus;

import java.time.Duration;

import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import io.gobridge.camel.transport.EndpointCheck;
import org.apache.camel.component.azure.servicebus.CredentialType;
import org.apache.camel.component.azure.servicebus.ServiceBusConfiguration;
import org.apache.camel.component.azure.servicebus.ServiceBusEndpoint;
import org.apache.camel.component.azure.servicebus.ServiceBusProducerOperationDefinition;
import org.apache.camel.component.azure.servicebus.ServiceBusType;

/** Reads the options of the user's endpoint: what is obeyed, what is overridden and what is refused. */
final class ServiceBusOptions {

    private final ServiceBusConfiguration options;

    ServiceBusOptions(ServiceBusEndpoint endpoint) {
        this.options = endpoint.getConfiguration();
    }

    void checkSource(EndpointCheck check) {
        checkConnection(check);
        check.require(options.getProcessorClient() == null, "processorClient", "set",
                "the bridge receives with a client of its own; leave it out");
        check.require(!isTopic() || hasText(options.getSubscriptionName()), "subscriptionName",
                options.getSubscriptionName(), "a topic is received from through one of its subscriptions; name it");
        check.require(!options.isSessionEnabled() || options.getSubQueue() == null, "subQueue", options.getSubQueue(),
                "a queue of dead letters has no sessions; leave out sessionEnabled");
        check.require(!schedulesCopies() || canBeCopiedTo(), "producerOperation", options.getProducerOperation(),
                "a message that waits long is copied into the queue that it came from: not for a subscription, a subQueue,"
                                                                                                                  + " sessions or RECEIVE_AND_DELETE");
        if (options.getPrefetchCount() != 0) {
            check.overridden("prefetchCount", 0);
        }
        if (options.isEnableDeadLettering()) {
            check.overridden("enableDeadLettering", false);
        }
    }

    void checkTarget(EndpointCheck check) {
        checkConnection(check);
        check.require(options.getSenderClient() == null, "senderClient", "set",
                "the bridge sends with a client of its own; leave it out");
        check.require(options.getProducerOperation() == ServiceBusProducerOperationDefinition.sendMessages,
                "producerOperation", options.getProducerOperation(), "a target is sent to; leave it out");
        check.require(options.getServiceBusTransactionContext() == null, "serviceBusTransactionContext", "set",
                "each message is sent on its own; leave it out");
        check.require(options.getScheduledEnqueueTime() == null, "scheduledEnqueueTime", options.getScheduledEnqueueTime(),
                "a target is sent to at once; leave it out");
    }

    private void checkConnection(EndpointCheck check) {
        if (options.getCredentialType() == CredentialType.CONNECTION_STRING || options.getCredentialType() == null) {
            check.require(hasText(options.getConnectionString()), "connectionString", "not set",
                    "the connection string, or credentialType and fullyQualifiedNamespace");
            return;
        }
        check.require(hasText(options.getFullyQualifiedNamespace()), "fullyQualifiedNamespace",
                options.getFullyQualifiedNamespace(), "the host of the namespace, as the credential does not name it");
        check.require(options.getCredentialType() != CredentialType.TOKEN_CREDENTIAL || options.getTokenCredential() != null,
                "tokenCredential", "not set", "a bean, as credentialType says");
    }

    /** Returns the queue or topic. */
    String entity() {
        return options.getTopicOrQueueName();
    }

    /** Returns what is received from, for people. */
    String source() {
        String from = isTopic() ? entity() + "/" + options.getSubscriptionName() : entity();
        return options.getSubQueue() == null ? from : from + "/" + options.getSubQueue();
    }

    boolean hasSessions() {
        return options.isSessionEnabled();
    }

    /** Tells whether a source may put aside what waits long as a scheduled copy. */
    boolean schedulesCopies() {
        return options.getProducerOperation() == ServiceBusProducerOperationDefinition.scheduleMessages;
    }

    /** A copy sent to a topic would reach other subscriptions; a session would take later messages before it. */
    private boolean canBeCopiedTo() {
        return !isTopic() && options.getSubQueue() == null && !hasSessions() && !isReceiveAndDelete();
    }

    boolean isReceiveAndDelete() {
        return options.getServiceBusReceiveMode() == ServiceBusReceiveMode.RECEIVE_AND_DELETE;
    }

    /** Returns the session of messages without an ordering key; empty text for none. */
    String endpointSession() {
        return options.getSessionId() == null ? "" : options.getSessionId();
    }

    ServiceBusReceiverAsyncClient newReceiver() {
        var builder = builder().receiver().receiveMode(options.getServiceBusReceiveMode()).prefetchCount(0)
                .disableAutoComplete().maxAutoLockRenewDuration(Duration.ZERO).subQueue(options.getSubQueue());
        return isTopic()
                ? builder.topicName(entity()).subscriptionName(options.getSubscriptionName()).buildAsyncClient()
                : builder.queueName(entity()).buildAsyncClient();
    }

    ServiceBusSessionReceiverAsyncClient newSessionReceiver() {
        var builder = builder().sessionReceiver().receiveMode(options.getServiceBusReceiveMode()).prefetchCount(0)
                .disableAutoComplete().maxAutoLockRenewDuration(Duration.ZERO);
        return isTopic()
                ? builder.topicName(entity()).subscriptionName(options.getSubscriptionName()).buildAsyncClient()
                : builder.queueName(entity()).buildAsyncClient();
    }

    ServiceBusSenderAsyncClient newSender() {
        var builder = builder().sender();
        return isTopic() ? builder.topicName(entity()).buildAsyncClient() : builder.queueName(entity()).buildAsyncClient();
    }

    private ServiceBusClientBuilder builder() {
        ServiceBusClientBuilder builder = new ServiceBusClientBuilder().transportType(options.getAmqpTransportType())
                .clientOptions(options.getClientOptions()).retryOptions(options.getAmqpRetryOptions())
                .proxyOptions(options.getProxyOptions());
        CredentialType type
                = options.getCredentialType() == null ? CredentialType.CONNECTION_STRING : options.getCredentialType();
        return switch (type) {
            case CONNECTION_STRING -> builder.connectionString(options.getConnectionString());
            case TOKEN_CREDENTIAL ->
                builder.credential(options.getFullyQualifiedNamespace(), options.getTokenCredential());
            case AZURE_IDENTITY ->
                builder.credential(options.getFullyQualifiedNamespace(), new DefaultAzureCredentialBuilder().build());
        };
    }

    private boolean isTopic() {
        return options.getServiceBusType() == ServiceBusType.topic;
    }

    private static boolean hasText(String text) {
        return text != null && !text.isEmpty();
    }
}
