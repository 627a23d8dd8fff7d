package io.gobridge.camel.testkit.sqs;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Runs SQS (ElasticMQ) in this JVM on a free loopback port. Routes reach it through its {@link #door()}, the test
 * itself through {@link #client()}, which the door's faults and counts do not touch. Start with {@link #start()}, then
 * create queues. Thread-safe but for {@link #kill()} and {@link #restart()}.
 */
public final class EmbeddedSqs implements AutoCloseable {

    private static final String REGION = "us-east-1";
    private static final Duration SQS_DEFAULT_VISIBILITY = Duration.ofSeconds(30);

    private final SqsDoor door = new SqsDoor();
    private final ElasticMq broker = new ElasticMq(door.port());
    private final SqsClient client = newClient(broker.port());

    private EmbeddedSqs() {
        door.leadTo(broker.port());
    }

    /** Starts a broker without queues, in 1 to 5 seconds for the first of a JVM. */
    public static EmbeddedSqs start() {
        return new EmbeddedSqs();
    }

    /** Creates a queue with SQS's default visibility timeout of 30 seconds. */
    public EmbeddedSqs createQueue(String name) {
        return createQueue(name, SQS_DEFAULT_VISIBILITY);
    }

    /**
     * Creates a queue whose received messages come back after this time, in whole seconds. A name that ends with
     * {@code .fifo} makes a FIFO queue without content-based deduplication, so each message must bring a deduplication
     * id.
     */
    public EmbeddedSqs createQueue(String name, Duration visibilityTimeout) {
        var attributes = new LinkedHashMap<QueueAttributeName, String>();
        attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, String.valueOf(visibilityTimeout.toSeconds()));
        if (name.endsWith(".fifo")) {
            attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
            attributes.put(QueueAttributeName.CONTENT_BASED_DEDUPLICATION, "false");
        }
        client.createQueue(request -> request.queueName(name).attributes(attributes));
        return this;
    }

    /** Returns the options of an {@code aws2-sqs:} URI that lead to this broker, as a user writes them for any SQS. */
    public Map<String, String> connectionOptions() {
        var options = new LinkedHashMap<String, String>();
        options.put("accessKey", "test");
        options.put("secretKey", "test");
        options.put("region", REGION);
        options.put("overrideEndpoint", "true");
        options.put("uriEndpointOverride", "http://127.0.0.1:" + door.port());
        return options;
    }

    /**
     * Returns what a route's property placeholders name to get here: {@code endpoint}, {@code accessKey},
     * {@code secretKey} and {@code region}, each behind the prefix.
     */
    public Map<String, String> properties(String prefix) {
        Map<String, String> options = connectionOptions();
        return Map.of(prefix + "endpoint", options.get("uriEndpointOverride"), prefix + "accessKey",
                options.get("accessKey"), prefix + "secretKey", options.get("secretKey"), prefix + "region",
                options.get("region"));
    }

    /** Returns an {@code aws2-sqs:} URI with the connection options and others, each {@code name=value}. */
    public String endpointUri(String queue, String... extraOptions) {
        var options = connectionOptions().entrySet().stream().map(option -> option.getKey() + "=" + option.getValue());
        return "aws2-sqs:" + queue + "?" + Stream.concat(options, Stream.of(extraOptions)).collect(Collectors.joining("&"));
    }

    /**
     * Returns an {@code aws2-sqs:} URI for a stock Camel consumer, which does not ask for message attributes by itself.
     */
    public String stockConsumerUri(String queue, String... extraOptions) {
        return endpointUri(queue,
                Stream.concat(Stream.of("messageAttributeNames=All"), Stream.of(extraOptions)).toArray(String[]::new));
    }

    /** Puts a message with these attributes into a standard queue, past the door. */
    public void send(String queue, String body, Map<String, MessageAttributeValue> attributes) {
        client.sendMessage(request -> request.queueUrl(url(queue)).messageBody(body).messageAttributes(attributes));
    }

    /** Takes all visible messages out of a queue, with all their attributes, and deletes them. */
    public List<Message> drain(String queue) {
        var drained = new ArrayList<Message>();
        for (var received = receive(queue); !received.isEmpty(); received = receive(queue)) {
            received.forEach(message -> client
                    .deleteMessage(request -> request.queueUrl(url(queue)).receiptHandle(message.receiptHandle())));
            drained.addAll(received);
        }
        return drained;
    }

    /** Returns how many messages the queue has in each state; exact, other than in AWS. */
    public QueueDepth depth(String queue) {
        var counts = client.getQueueAttributes(
                request -> request.queueUrl(url(queue)).attributeNames(QueueAttributeName.ALL)).attributes();
        return new QueueDepth(
                Integer.parseInt(counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES)),
                Integer.parseInt(counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE)),
                Integer.parseInt(counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED)));
    }

    /** Returns the queue's URL, which leads through the door. */
    public String url(String queue) {
        return "http://127.0.0.1:" + door.port() + "/000000000000/" + queue;
    }

    /** Returns a client that goes past the door, for putting in and reading back. Closed with this broker. */
    public SqsClient client() {
        return client;
    }

    /** Returns the door, for faults and counts. */
    public SqsDoor door() {
        return door;
    }

    /**
     * Kills the broker's server: connections break, also in the middle of a request, and new ones are refused. The
     * queues survive with their messages, as those of SQS survive the loss of a server. What a broken request had
     * changed stays changed; a long poll that was broken may still take one message, which comes back after its
     * visibility timeout, so queues of such a test want a short one.
     */
    public void kill() {
        door.shut();
        broker.kill();
    }

    /** Starts a killed broker again, on the same ports and with the queues and messages that it had. */
    public void restart() {
        broker.restart();
        door.reopen();
    }

    @Override
    public void close() {
        door.close();
        client.close();
        broker.close();
    }

    private List<Message> receive(String queue) {
        return client.receiveMessage(request -> request.queueUrl(url(queue)).maxNumberOfMessages(10).waitTimeSeconds(0)
                .messageSystemAttributeNames(MessageSystemAttributeName.ALL).messageAttributeNames("All")).messages();
    }

    private static SqsClient newClient(int port) {
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));
        return SqsClient.builder().endpointOverride(URI.create("http://127.0.0.1:" + port)).region(Region.of(REGION))
                .credentialsProvider(credentials).httpClientBuilder(ApacheHttpClient.builder()).build();
    }
}
