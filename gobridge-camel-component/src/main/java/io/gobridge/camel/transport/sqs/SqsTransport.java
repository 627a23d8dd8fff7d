package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.Optional;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.Capabilities.RetrySupport;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.transport.Carriers;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.Session;
import io.gobridge.camel.transport.Transport;
import org.apache.camel.Endpoint;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;

/** Amazon SQS, through the client of an {@code aws2-sqs} endpoint. */
public final class SqsTransport implements Transport {

    /** The lock window of a queue that says nothing else; only FIFO queues order groups. */
    static final Capabilities CAPABILITIES = new Capabilities(
            RetrySupport.NATIVE, Visibilities.LONGEST, Duration.ofSeconds(30), true, true, false, false);

    @Override
    public String name() {
        return "sqs";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<Carriers> carriers() {
        return Optional.of(new Carriers(
                "attribute `" + SqsMetadata.ATTRIBUTE + "`",
                "attribute `" + SqsAttributes.SUBJECT + "`",
                "body, base64 where it is no text",
                "attribute `" + SqsMetadata.ATTRIBUTE + "`",
                "attribute `" + SqsMetadata.ATTRIBUTE + "`",
                "attribute `" + ReservedHeaders.IDEMPOTENCY_KEY + "`",
                "FIFO: MessageDeduplicationId, else attribute `" + SqsMetadata.ATTRIBUTE + "`",
                "FIFO: MessageGroupId, else attribute `" + SqsMetadata.ATTRIBUTE + "`",
                "attributes, and those above ten packed into `" + SqsMetadata.ATTRIBUTE + "`"));
    }

    /** Returns one key for all: a client belongs to its endpoint and nothing is shared beyond it. */
    @Override
    public String sessionKey(Endpoint endpoint) {
        return name();
    }

    @Override
    public Session session(String key) {
        return new Unshared();
    }

    /** Shares nothing. */
    private static final class Unshared implements Session {

        @Override
        public Receiver receiver(ReceiverSpec spec) {
            Sqs2Endpoint endpoint = (Sqs2Endpoint) spec.endpoint();
            SqsOptions.checkSource(endpoint, spec.check());
            return new SqsReceiver(spec, endpoint);
        }

        @Override
        public Sender sender(SenderSpec spec) {
            Sqs2Endpoint endpoint = (Sqs2Endpoint) spec.endpoint();
            SqsOptions.checkTarget(endpoint, spec.check());
            return new SqsSender(spec, endpoint);
        }

        @Override
        public void close() {
            // The client is the endpoint's, which closes it.
        }
    }
}
