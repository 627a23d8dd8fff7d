package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.gobridge.camel.testkit.sqs.EmbeddedSqs;
import io.gobridge.camel.testkit.sqs.QueueDepth;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A bridge that is killed, and a broker that is killed under it: every message arrives, some of them twice. */
class ProcessKillTest {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessKillTest.class);
    private static final int MESSAGES = 10_000;
    private static final int KILLS = 3;
    /** A machine that is busy with other tests takes its time for so many messages. */
    private static final Duration LONG = Duration.ofMinutes(4);

    private final EmbeddedSqs sqs = EmbeddedSqs.start();
    private Process process;

    @BeforeEach
    void fill() {
        sqs.createQueue("source", Duration.ofSeconds(2)).createQueue("target", Duration.ofMinutes(5));
        for (int first = 0; first < MESSAGES; first += 10) {
            List<SendMessageBatchRequestEntry> batch = IntStream.range(first, first + 10)
                    .mapToObj(i -> SendMessageBatchRequestEntry.builder().id("e" + i).messageBody("m" + i).build()).toList();
            sqs.client().sendMessageBatch(request -> request.queueUrl(sqs.url("source")).entries(batch));
        }
    }

    @AfterEach
    void close() {
        if (process != null) {
            process.destroyForcibly();
        }
        sqs.close();
    }

    @Test
    void shouldLoseNothingWhenTheProcessIsKilled() throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            process = startBridge();
            awaitArrived(kill * MESSAGES / (KILLS + 1));
            process.destroyForcibly().waitFor();
        }
        process = startBridge();

        awaitSourceEmpty();

        assertEverythingArrived("killed bridges", KILLS);
    }

    @Test
    void shouldLoseNothingWhenTheBrokerIsKilled() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            RouteBuilder.addRoutes(context, routes -> routes.from(from()).to(to()));
            context.start();
            for (int kill = 1; kill <= KILLS; kill++) {
                awaitArrived(kill * MESSAGES / (KILLS + 1));
                sqs.kill();
                sqs.restart();
            }

            awaitSourceEmpty();
        }

        assertEverythingArrived("killed brokers", KILLS);
    }

    private String from() {
        return "gobridge:in?source=aws2-sqs:source" + options("source.") + "&onPermanentFailure=drop&onExpired=drop"
               + "&backoff.initial=200ms&backoff.max=1s";
    }

    private String to() {
        return "gobridge:out?target=aws2-sqs:target" + options("target.");
    }

    private String options(String prefix) {
        StringBuilder options = new StringBuilder();
        sqs.connectionOptions()
                .forEach((name, value) -> options.append('&').append(prefix).append(name).append('=').append(value));
        return options.toString();
    }

    private Process startBridge() throws IOException {
        return BridgeProcess.start(from(), to());
    }

    private void awaitArrived(int messages) {
        await().atMost(LONG).pollInterval(Duration.ofMillis(20))
                .until(() -> sqs.depth("target").total() >= messages);
    }

    private void awaitSourceEmpty() {
        await().atMost(LONG).pollInterval(Duration.ofMillis(50)).ignoreExceptions()
                .until(() -> sqs.depth("source").equals(new QueueDepth(0, 0, 0)));
    }

    private void assertEverythingArrived(String what, int faults) {
        Map<String, Integer> copies = new HashMap<>();
        for (List<Message> batch = receive(); !batch.isEmpty(); batch = receive()) {
            batch.forEach(message -> copies.merge(message.body(), 1, Integer::sum));
        }
        int duplicates = copies.values().stream().mapToInt(count -> count - 1).sum();
        LOG.warn("{} {}: {} messages arrived, {} duplicates", faults, what, copies.size(), duplicates);
        assertThat(copies).hasSize(MESSAGES);
    }

    private List<Message> receive() {
        List<Message> batch = sqs.client()
                .receiveMessage(request -> request.queueUrl(sqs.url("target")).maxNumberOfMessages(10).waitTimeSeconds(0))
                .messages();
        if (!batch.isEmpty()) {
            List<DeleteMessageBatchRequestEntry> entries
                    = batch.stream().map(message -> DeleteMessageBatchRequestEntry.builder()
                            .id(message.messageId()).receiptHandle(message.receiptHandle()).build()).toList();
            sqs.client().deleteMessageBatch(request -> request.queueUrl(sqs.url("target")).entries(entries));
        }
        return batch;
    }
}
