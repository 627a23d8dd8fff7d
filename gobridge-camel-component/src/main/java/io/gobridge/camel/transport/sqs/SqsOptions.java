package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.function.Function;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.transport.EndpointCheck;
import org.apache.camel.component.aws2.sqs.ConstantMessageGroupIdStrategy;
import org.apache.camel.component.aws2.sqs.ExchangeIdMessageDeduplicationIdStrategy;
import org.apache.camel.component.aws2.sqs.ExchangeIdMessageGroupIdStrategy;
import org.apache.camel.component.aws2.sqs.MessageDeduplicationIdStrategy;
import org.apache.camel.component.aws2.sqs.MessageGroupIdStrategy;
import org.apache.camel.component.aws2.sqs.NullMessageDeduplicationIdStrategy;
import org.apache.camel.component.aws2.sqs.PropertyValueMessageGroupIdStrategy;
import org.apache.camel.component.aws2.sqs.Sqs2Configuration;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.apache.camel.component.aws2.sqs.Sqs2Operations;

/** Reads the options of the user's endpoint: what is obeyed, what is overridden and what is refused. */
final class SqsOptions {

    private static final String ALL = "All";

    private static final int LONGEST_WAIT_SECONDS = 20;

    /** Without a word from the user: enough to keep up with a queue that is full. */
    private static final int DEFAULT_POLLS = 4;

    /** Camel's own for an endpoint whose delay is not set. */
    private static final Duration DEFAULT_DELAY = Duration.ofMillis(500);

    private SqsOptions() {
    }

    static void checkSource(Sqs2Endpoint endpoint, EndpointCheck check) {
        Sqs2Configuration options = endpoint.getConfiguration();
        check.require(options.isDeleteAfterRead(), "deleteAfterRead", false,
                "a message is deleted when its delivery is settled; leave it out");
        check.require(options.getSortAttributeName() == null, "sortAttributeName", options.getSortAttributeName(),
                "deliveries keep the order of the queue; leave it out");
        requireBetween(check, "visibilityTimeout", options.getVisibilityTimeout(), 1, 43_200);
        requireBetween(check, "waitTimeSeconds", options.getWaitTimeSeconds(), 0, LONGEST_WAIT_SECONDS);
        if (options.getWaitTimeSeconds() == null) {
            check.overridden("waitTimeSeconds", LONGEST_WAIT_SECONDS);
        }
        if (options.isExtendMessageVisibility()) {
            check.overridden("extendMessageVisibility", false);
        }
        if (!ALL.equals(options.getAttributeNames())) {
            check.overridden("attributeNames", ALL);
        }
        if (!ALL.equals(options.getMessageAttributeNames())) {
            check.overridden("messageAttributeNames", ALL);
        }
    }

    static void checkTarget(Sqs2Endpoint endpoint, EndpointCheck check) {
        Sqs2Configuration options = endpoint.getConfiguration();
        boolean isFifo = options.getQueueName().endsWith(".fifo");
        Sqs2Operations operation = options.getOperation();
        check.require(operation == null || operation == Sqs2Operations.sendBatchMessage, "operation", operation,
                "a target is sent to; leave it out");
        requireBetween(check, "delaySeconds", options.getDelaySeconds(), 0, 900);
        check.require(!isFifo || options.getDelaySeconds() == null || options.isDelayQueue(), "delaySeconds",
                options.getDelaySeconds(), "a FIFO queue delays no single message; set the delay on the queue");
        if (isFifo) {
            checkFifoTarget(options, check);
        }
    }

    private static void checkFifoTarget(Sqs2Configuration options, EndpointCheck check) {
        check.require(isKnown(options.getMessageGroupIdStrategy()), "messageGroupIdStrategy",
                options.getMessageGroupIdStrategy(),
                "a FIFO queue needs a group: useConstant for one, useExchangeId for one each, usePropertyValue for the ordering key alone");
        MessageDeduplicationIdStrategy dedup = options.getMessageDeduplicationIdStrategy();
        check.require(dedup instanceof ExchangeIdMessageDeduplicationIdStrategy, "messageDeduplicationIdStrategy",
                dedup instanceof NullMessageDeduplicationIdStrategy ? "useContentBasedDeduplication" : dedup,
                "the dedup id, else subject and id say what is a duplicate, never the content; leave it out");
        check.overridden("messageDeduplicationIdStrategy", "dedup id, else SHA-256 of subject and message id");
    }

    /** Returns how many seconds a poll waits for messages. */
    static int waitSeconds(Sqs2Configuration options) {
        Integer seconds = options.getWaitTimeSeconds();
        return seconds == null ? LONGEST_WAIT_SECONDS : seconds;
    }

    /** Returns how to poll; a poll that does not wait itself is followed by the endpoint's delay when it is empty. */
    static PollLoop.Settings polling(Sqs2Endpoint endpoint, int maxInFlight) {
        int perPoll = endpoint.getMaxMessagesPerPoll();
        int batch = perPoll > 0 ? Math.min(perPoll, NaturalBatcher.MOST_ENTRIES) : NaturalBatcher.MOST_ENTRIES;
        int needed = Math.min(DEFAULT_POLLS, (maxInFlight + batch - 1) / batch);
        Duration pause = waitSeconds(endpoint.getConfiguration()) > 0 ? Duration.ZERO : delay(endpoint);
        return new PollLoop.Settings(
                Math.max(1, Math.max(endpoint.getConfiguration().getConcurrentConsumers(), needed)), batch,
                Math.min(batch, (maxInFlight + 1) / 2), pause);
    }

    private static Duration delay(Sqs2Endpoint endpoint) {
        return endpoint.getDelay() > 0 ? Duration.ofMillis(endpoint.getDelay()) : DEFAULT_DELAY;
    }

    /** Returns what the endpoint's strategy says of a message without an ordering key; empty text for no group. */
    static Function<Envelope, String> group(Sqs2Configuration options) {
        MessageGroupIdStrategy strategy = options.getMessageGroupIdStrategy();
        if (strategy instanceof ConstantMessageGroupIdStrategy constant) {
            String group = constant.getMessageGroupId(null);
            return envelope -> group;
        }
        if (strategy instanceof ExchangeIdMessageGroupIdStrategy) {
            return Envelope::id;
        }
        return envelope -> "";
    }

    private static boolean isKnown(MessageGroupIdStrategy strategy) {
        return strategy instanceof ConstantMessageGroupIdStrategy
                || strategy instanceof ExchangeIdMessageGroupIdStrategy
                || strategy instanceof PropertyValueMessageGroupIdStrategy;
    }

    private static void requireBetween(EndpointCheck check, String option, Integer value, int least, int most) {
        check.require(value == null || (value >= least && value <= most), option, value, least + " to " + most);
    }
}
