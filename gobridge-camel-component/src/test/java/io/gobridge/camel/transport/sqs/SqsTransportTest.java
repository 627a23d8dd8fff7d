package io.gobridge.camel.transport.sqs;

import java.util.Random;

import io.gobridge.camel.delivery.ManualScheduler;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.transport.EndpointCheck;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SqsTransportTest {

    private final Sqs2Endpoint endpoint = FakeSqs.endpoint("orders.fifo", new FakeSqs());
    private final ConfigurationProblems problems = new ConfigurationProblems();

    @Test
    void shouldBeFoundUnderTheNameOfTheComponent() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();

            Transport found = context.getCamelContextExtension()
                    .getFactoryFinder("META-INF/services/org/apache/camel/gobridge-transport/")
                    .newInstance("aws2-sqs", Transport.class).orElseThrow();

            assertThat(found).isInstanceOf(SqsTransport.class);
        }
    }

    @Test
    void shouldCheckTheEndpointWhenPreparing() {
        endpoint.getConfiguration().setDeleteAfterRead(false);
        endpoint.getConfiguration().setDelaySeconds(1);
        try (Session unit = new SqsTransport().session("sqs")) {
            unit.receiver(new ReceiverSpec(
                    endpoint, 1, new ManualScheduler(), new Random(1), new ManualExecutor(), check("source.")));
            unit.sender(new SenderSpec(endpoint, new ManualScheduler(), new Random(1), new ManualExecutor(), check("target.")));
        }

        assertThat(problems.list()).hasSize(3).anyMatch(problem -> problem.startsWith("source.deleteAfterRead=false"))
                .anyMatch(problem -> problem.startsWith("target.messageGroupIdStrategy=null"))
                .anyMatch(problem -> problem.startsWith("target.delaySeconds=1"));
    }

    @Test
    void shouldOrderGroupsOfAFifoQueueOnly() {
        try (Session unit = new SqsTransport().session("sqs")) {
            assertThat(unit.receiver(spec(endpoint)).capabilities().ordersGroups()).isTrue();
            assertThat(unit.receiver(spec(FakeSqs.endpoint("orders", new FakeSqs()))).capabilities().ordersGroups()).isFalse();
        }
    }

    private ReceiverSpec spec(Sqs2Endpoint source) {
        return new ReceiverSpec(source, 1, new ManualScheduler(), new Random(1), new ManualExecutor(), check("source."));
    }

    private EndpointCheck check(String prefix) {
        return new EndpointCheck(prefix, problems);
    }
}
