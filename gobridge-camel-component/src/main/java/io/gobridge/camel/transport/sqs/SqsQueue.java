package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import org.apache.camel.component.aws2.sqs.Sqs2Configuration;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * The queue of the user's endpoint, found when it is first needed and looked for again while it is missing.
 * Thread-safe; {@link #url()} blocks.
 */
final class SqsQueue {

    /** What SQS allows for a message, and for a batch together. */
    static final int MOST_BYTES = 1_048_576;

    private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(30);

    private final SqsClient client;
    private final Sqs2Configuration configuration;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Found found;

    SqsQueue(Sqs2Endpoint endpoint) {
        this.client = endpoint.getClient();
        this.configuration = endpoint.getConfiguration();
    }

    private record Found(String url, Duration window, int mostBytes) {
    }

    SqsClient client() {
        return client;
    }

    String name() {
        return configuration.getQueueName();
    }

    boolean isFifo() {
        return name().endsWith(".fifo");
    }

    /**
     * Returns the queue's URL; looks it up unless that was done.
     *
     * @throws BridgeException when the queue cannot be found now
     */
    String url() {
        Found known = found;
        if (known != null) {
            return known.url();
        }
        lock.lock();
        try {
            if (found == null) {
                found = find();
            }
            return found.url();
        } catch (RuntimeException e) {
            throw SqsFailures.of(e, "Looking up the queue '" + name() + "'");
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns for how long a received message is invisible to others: the endpoint's visibilityTimeout, else the
     * queue's, else 30 s. The receiver asks for exactly this, so it holds whatever becomes of the queue's own.
     */
    Duration window() {
        Integer seconds = configuration.getVisibilityTimeout();
        if (seconds != null) {
            return Duration.ofSeconds(seconds);
        }
        Found known = found;
        return known == null ? DEFAULT_WINDOW : known.window();
    }

    /** Returns how long a message may be: the endpoint's maximumMessageSize or the queue's when they are lower. */
    int mostBytes() {
        Found known = found;
        int ofQueue = known == null ? MOST_BYTES : known.mostBytes();
        Integer ofEndpoint = configuration.getMaximumMessageSize();
        return ofEndpoint == null ? ofQueue : Math.min(ofEndpoint, ofQueue);
    }

    private Found find() {
        String url = findUrl();
        Map<QueueAttributeName, String> attributes = attributes(url);
        int window = number(attributes, QueueAttributeName.VISIBILITY_TIMEOUT);
        int mostBytes = number(attributes, QueueAttributeName.MAXIMUM_MESSAGE_SIZE);
        // A queue may hide messages for no time at all; nothing could be settled then.
        return new Found(
                url, window > 0 ? Duration.ofSeconds(window) : DEFAULT_WINDOW,
                mostBytes > 0 ? Math.min(mostBytes, MOST_BYTES) : MOST_BYTES);
    }

    private String findUrl() {
        if (configuration.getQueueUrl() != null) {
            return configuration.getQueueUrl();
        }
        String account = configuration.getQueueOwnerAWSAccountId();
        if (account != null && configuration.getRegion() != null) {
            // As Camel does it: this works without the right to look a queue up.
            String host = configuration.getAmazonAWSHost();
            String fullHost = host.equals("amazonaws.com") ? "sqs." + configuration.getRegion() + "." + host : host;
            return configuration.getProtocol() + "://" + fullHost.replaceAll("/$", "") + "/" + account + "/" + name();
        }
        return client.getQueueUrl(GetQueueUrlRequest.builder().queueName(name()).queueOwnerAWSAccountId(account).build())
                .queueUrl();
    }

    private Map<QueueAttributeName, String> attributes(String url) {
        try {
            return client.getQueueAttributes(GetQueueAttributesRequest.builder().queueUrl(url)
                    .attributeNames(QueueAttributeName.VISIBILITY_TIMEOUT, QueueAttributeName.MAXIMUM_MESSAGE_SIZE).build())
                    .attributes();
        } catch (SqsException e) {
            // Who may receive or send may still be denied this; the defaults do.
            if (SqsFailures.of(e, "").code() == FailureCode.NOT_AUTHORIZED) {
                return Map.of();
            }
            throw e;
        }
    }

    private static int number(Map<QueueAttributeName, String> attributes, QueueAttributeName name) {
        try {
            return Integer.parseInt(attributes.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
