package io.gobridge.camel.transport.sqs;

import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import org.apache.camel.component.aws2.sqs.Sqs2Configuration;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.apache.camel.component.aws2.sqs.Sqs2Operations;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SqsOptionsTest {

    private final ConfigurationProblems problems = new ConfigurationProblems();
    private final EndpointCheck check = new EndpointCheck("source.", problems);
    private final Sqs2Endpoint standard = FakeSqs.endpoint("orders", new FakeSqs());
    private final Sqs2Endpoint fifo = FakeSqs.endpoint("orders.fifo", new FakeSqs());

    @Test
    void shouldAcceptAPlainEndpointAndSayWhatItOverrides() {
        SqsOptions.checkSource(standard, check);
        SqsOptions.checkTarget(standard, check);

        assertThat(problems.list()).isEmpty();
        assertThat(check.overrides()).containsExactlyInAnyOrder("source.waitTimeSeconds=20", "source.attributeNames=All",
                "source.messageAttributeNames=All");
    }

    @Test
    void shouldReportAllThatASourceCannotObey() {
        Sqs2Configuration options = standard.getConfiguration();
        options.setDeleteAfterRead(false);
        options.setSortAttributeName("priority");
        options.setVisibilityTimeout(0);
        options.setWaitTimeSeconds(21);

        SqsOptions.checkSource(standard, check);

        assertThat(problems.list()).hasSize(4).allMatch(problem -> problem.startsWith("source."));
    }

    @Test
    void shouldReportAllThatATargetCannotObey() {
        Sqs2Configuration options = fifo.getConfiguration();
        options.setOperation(Sqs2Operations.purgeQueue);
        options.setDelaySeconds(5);
        options.setMessageGroupIdStrategy(exchange -> "custom");
        options.setMessageDeduplicationIdStrategy("useContentBasedDeduplication");

        SqsOptions.checkTarget(fifo, check);

        assertThat(problems.list()).hasSize(4);
    }

    @Test
    void shouldPollWithinTheEndpointsLimits() {
        assertThat(SqsOptions.polling(standard, 16).polls()).isEqualTo(2);
        assertThat(SqsOptions.polling(standard, 1000).polls()).isEqualTo(4);

        standard.getConfiguration().setConcurrentConsumers(8);
        standard.setMaxMessagesPerPoll(5);

        assertThat(SqsOptions.polling(standard, 16).polls()).isEqualTo(8);
        assertThat(SqsOptions.polling(standard, 16).batch()).isEqualTo(5);
    }
}
