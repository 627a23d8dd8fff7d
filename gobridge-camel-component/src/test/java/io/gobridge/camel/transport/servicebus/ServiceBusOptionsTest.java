package io.gobridge.camel.transport.servicebus;

import java.time.OffsetDateTime;

import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import org.apache.camel.component.azure.servicebus.CredentialType;
import org.apache.camel.component.azure.servicebus.ServiceBusConfiguration;
import org.apache.camel.component.azure.servicebus.ServiceBusEndpoint;
import org.apache.camel.component.azure.servicebus.ServiceBusProducerOperationDefinition;
import org.apache.camel.component.azure.servicebus.ServiceBusType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceBusOptionsTest {

    private final ConfigurationProblems problems = new ConfigurationProblems();
    private final EndpointCheck check = new EndpointCheck("source.", problems);
    private final ServiceBusConfiguration configuration = new ServiceBusConfiguration();
    private final ServiceBusOptions options
            = new ServiceBusOptions(new ServiceBusEndpoint("azure-servicebus:orders", null, configuration));

    @BeforeEach
    void nameTheQueue() {
        configuration.setTopicOrQueueName("orders");
        configuration.setConnectionString("Endpoint=sb://test.servicebus.windows.net/;SharedAccessKeyName=n;SharedAccessKey=k");
    }

    @Test
    void shouldAcceptAPlainEndpoint() {
        options.checkSource(check);
        options.checkTarget(check);

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).isEmpty();
        assertThat(options.source()).isEqualTo("orders");
    }

    @Test
    void shouldSayWhatItOverrides() {
        configuration.setPrefetchCount(100);
        configuration.setEnableDeadLettering(true);

        options.checkSource(check);

        assertThat(check.overrides()).containsExactly("source.prefetchCount=0", "source.enableDeadLettering=false");
    }

    @Test
    void shouldReportAllThatASourceCannotObey() {
        configuration.setServiceBusType(ServiceBusType.topic);
        configuration.setSessionEnabled(true);
        configuration.setSubQueue(SubQueue.DEAD_LETTER_QUEUE);
        configuration.setConnectionString("");

        options.checkSource(check);

        assertThat(problems.list()).hasSize(3).allMatch(problem -> problem.startsWith("source."))
                .anyMatch(problem -> problem.contains("subscriptionName")).anyMatch(problem -> problem.contains("subQueue"))
                .anyMatch(problem -> problem.contains("connectionString"));
    }

    @Test
    void shouldReportAllThatATargetCannotObey() {
        configuration.setProducerOperation(ServiceBusProducerOperationDefinition.scheduleMessages);
        configuration.setScheduledEnqueueTime(OffsetDateTime.MAX);
        configuration.setCredentialType(CredentialType.TOKEN_CREDENTIAL);

        options.checkTarget(check);

        assertThat(problems.list()).hasSize(4).anyMatch(problem -> problem.contains("fullyQualifiedNamespace"))
                .anyMatch(problem -> problem.contains("tokenCredential"));
    }

    @Test
    void shouldNeverNameAConnectionString() {
        configuration.setProducerOperation(ServiceBusProducerOperationDefinition.scheduleMessages);

        options.checkTarget(check);

        assertThat(problems.list()).noneMatch(problem -> problem.contains("SharedAccessKey"));
    }

    @Test
    void shouldNameASubscriptionAndItsDeadLetters() {
        configuration.setServiceBusType(ServiceBusType.topic);
        configuration.setSubscriptionName("mine");
        configuration.setSubQueue(SubQueue.DEAD_LETTER_QUEUE);
        configuration.setServiceBusReceiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE);

        assertThat(options.source()).isEqualTo("orders/mine/DEAD_LETTER_QUEUE");
        assertThat(options.isReceiveAndDelete()).isTrue();
    }
}
