package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.delivery.Capabilities;
import io.gobridge.camel.delivery.DeliveryHandler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.transport.Receiver;
import io.gobridge.camel.transport.ReceiverSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** Receives from one SQS queue. A queue that is missing or closed to us is down, not a reason to give up. */
final class SqsReceiver implements Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(SqsReceiver.class);

    private static final String ALL = "All";

    /** The client would wait for a network that is quiet half a minute, and then three times more. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(8);

    private final ReceiverSpec spec;
    private final SqsQueue queue;
    private final SqsEnvelopes envelopes;
    private final SqsSettlement settlement;
    private final PollLoop polls;
    private final int waitSeconds;
    private volatile DeliveryHandler handler;
    private volatile BridgeException startFailure;

    SqsReceiver(ReceiverSpec spec, Sqs2Endpoint endpoint) {
        this.spec = spec;
        this.queue = new SqsQueue(endpoint);
        this.waitSeconds = SqsOptions.waitSeconds(endpoint.getConfiguration());
        this.envelopes = new SqsEnvelopes(queue.isFifo(), spec.scheduler().clock());
        this.settlement = new SqsSettlement(queue, spec.executor(), spec.scheduler());
        this.polls = new PollLoop(
                new Queue(), SqsOptions.polling(endpoint, spec.maxInFlight()), spec.executor(), spec.scheduler());
    }

    @Override
    public Capabilities capabilities() {
        return SqsTransport.CAPABILITIES.withLockWindow(queue.window()).withOrdersGroups(queue.isFifo());
    }

    @Override
    public CompletionStage<Void> start(DeliveryHandler deliveryHandler) {
        handler = deliveryHandler;
        CompletableFuture<Void> started = new CompletableFuture<>();
        try {
            spec.executor().execute(() -> {
                lookUpQueue();
                polls.start();
                started.complete(null);
            });
        } catch (RuntimeException e) {
            started.completeExceptionally(SqsFailures.of(e, "Starting to receive"));
        }
        return started;
    }

    @Override
    public void request(int deliveries) {
        polls.request(deliveries);
    }

    @Override
    public CompletionStage<Void> stop() {
        return polls.stop();
    }

    /** Waits for settlements under way, so that the endpoint can close its client afterwards. */
    @Override
    public CompletionStage<Void> close() {
        CompletionStage<Void> stopped = stop();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        stopped.whenComplete((nothing, error) -> settlement.idle().whenComplete((idle, never) -> {
            if (error == null) {
                closed.complete(null);
            } else {
                closed.completeExceptionally(error);
            }
        }));
        return closed;
    }

    @Override
    public TransportHealth health() {
        BridgeException failure = startFailure;
        return failure == null ? polls.health() : TransportHealth.down(failure.getMessage());
    }

    private void lookUpQueue() {
        try {
            queue.url();
        } catch (BridgeException e) {
            startFailure = e;
            LOG.warn("{}; it is tried again when messages are wanted", e.getMessage());
            LOG.debug("Why the queue '{}' is down", queue.name(), e);
        }
    }

    private ReceiveMessageRequest request(String url, int most) {
        return ReceiveMessageRequest.builder().queueUrl(url).maxNumberOfMessages(most).waitTimeSeconds(waitSeconds)
                .visibilityTimeout((int) queue.window().toSeconds()).messageAttributeNames(ALL)
                .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                .overrideConfiguration(call -> call.apiCallTimeout(LONGEST_ANSWER.plusSeconds(waitSeconds))).build();
    }

    /** The queue as the loop sees it. */
    private final class Queue implements PollLoop.Source {

        @Override
        public List<Message> receive(int most) {
            String url = queue.url();
            startFailure = null;
            return queue.client().receiveMessage(request(url, most)).messages();
        }

        @Override
        public void take(Message message) {
            SqsDelivery.SqsSource source = new SqsDelivery.SqsSource(settlement, spec.scheduler(), capabilities());
            handler.take(new SqsDelivery(
                    envelopes.fromWire(message), message.receiptHandle(), spec.scheduler().clock().instant(), source));
        }

        @Override
        public void giveBack(List<Message> messages) {
            settlement.giveBack(messages.stream().map(Message::receiptHandle).toList());
        }
    }
}
