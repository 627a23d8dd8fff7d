package io.gobridge.benchmark;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** A pair of fresh queues and what the harness does with them outside of the measured time. */
final class SqsQueues implements AutoCloseable {

    static final String IN = "in";
    static final String OUT = "out";

    private static final int BATCH = 10;
    private static final String PADDING = "x".repeat(1_000);
    private static final Map<String, MessageAttributeValue> ATTRIBUTES = Map.of("tenant", text("north"), "plant",
            text("hall-7"), "type", text("OrderPlaced"), "priority", text("3"), "trace",
            text("4bf92f3577b34da6a3ce929d0e0e4736"));

    private final SqsClient client;
    private final String in;
    private final String out;

    SqsQueues(String brokerUrl) {
        client = SqsClient.builder().endpointOverride(URI.create(brokerUrl)).region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClientBuilder(ApacheHttpClient.builder()).build();
        in = create(IN);
        out = create(OUT);
    }

    /** Puts so many messages into the first queue; each begins with its number and the time of its put. */
    void fill(int messages) {
        for (int first = 0; first < messages; first += BATCH) {
            List<SendMessageBatchRequestEntry> batch = new ArrayList<>();
            for (int index = first; index < Math.min(messages, first + BATCH); index++) {
                batch.add(SendMessageBatchRequestEntry.builder().id(String.valueOf(index))
                        .messageBody(index + " " + System.currentTimeMillis() + " " + PADDING)
                        .messageAttributes(ATTRIBUTES).build());
            }
            client.sendMessageBatch(request -> request.queueUrl(in).entries(batch));
        }
    }

    /** Waits until the second queue has as many messages and the first has none, deletes included. */
    void awaitMoved(int messages) throws InterruptedException {
        long warnAt = System.nanoTime() + 60_000_000_000L;
        while (count(out) < messages || count(in) > 0) {
            if (System.nanoTime() > warnAt) {
                warnAt += 60_000_000_000L;
                System.err.println("in: " + count(in) + ", out: " + count(out) + " messages; still waiting");
            }
            Thread.sleep(20);
        }
    }

    /**
     * Takes the arrived messages. The latency of each runs from its put, or from the start of the round for what was
     * put before, to the moment at which the broker accepted it in the second queue.
     */
    void collect(Arrivals arrivals, long roundStartMillis) {
        List<Message> received = receive();
        while (!received.isEmpty()) {
            for (Message message : received) {
                String[] parts = message.body().split(" ", 3);
                long put = Math.max(roundStartMillis, Long.parseLong(parts[1]));
                long accepted = Long.parseLong(message.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP));
                arrivals.arrived(Integer.parseInt(parts[0]), (accepted - put) * 1_000_000);
            }
            received = receive();
        }
    }

    @Override
    public void close() {
        client.deleteQueue(request -> request.queueUrl(in));
        client.deleteQueue(request -> request.queueUrl(out));
        client.close();
    }

    private List<Message> receive() {
        return client.receiveMessage(request -> request.queueUrl(out).maxNumberOfMessages(BATCH).waitTimeSeconds(0)
                .messageSystemAttributeNames(MessageSystemAttributeName.SENT_TIMESTAMP)).messages();
    }

    private int count(String queueUrl) {
        return client.getQueueAttributes(request -> request.queueUrl(queueUrl).attributeNames(QueueAttributeName.ALL))
                .attributes().entrySet().stream()
                .filter(attribute -> attribute.getKey().toString().startsWith("ApproximateNumberOfMessages"))
                .mapToInt(attribute -> Integer.parseInt(attribute.getValue())).sum();
    }

    /** What is taken stays invisible longer than any round, so that nothing comes twice by the clock. */
    private String create(String name) {
        return client.createQueue(
                request -> request.queueName(name).attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "600")))
                .queueUrl();
    }

    private static MessageAttributeValue text(String value) {
        return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
    }
}
