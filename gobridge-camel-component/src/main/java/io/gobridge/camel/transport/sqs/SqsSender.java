package io.gobridge.camel.transport.sqs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.BatchResult;
import io.gobridge.camel.transport.BatchSender;
import io.gobridge.camel.transport.Batches;
import io.gobridge.camel.transport.Gap;
import io.gobridge.camel.transport.OnlyOnce;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.SenderSpec;
import io.gobridge.camel.transport.TransportHealth;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** Sends to one SQS queue; what is sent at the same time goes in one call. */
final class SqsSender implements BatchSender {

    private static final NaturalBatcher.Limits LIMITS = new NaturalBatcher.Limits(8, SqsQueue.MOST_BYTES);

    private static final String WHAT = "SendMessageBatch";

    private static final Failures FAILURES = new Failures(List.of());

    private final SqsQueue queue;
    private final SqsEnvelopes envelopes;
    private final Function<Envelope, String> endpointGroup;
    private final Integer delaySeconds;
    private final NaturalBatcher<SendEntry> batcher;
    private final OnlyOnce closed = new OnlyOnce();
    private volatile TransportHealth health = TransportHealth.UP;

    SqsSender(SenderSpec spec, Sqs2Endpoint endpoint) {
        this.queue = new SqsQueue(endpoint);
        this.envelopes = new SqsEnvelopes(queue.isFifo(), spec.scheduler().clock());
        this.endpointGroup = SqsOptions.group(endpoint.getConfiguration());
        this.delaySeconds = queue.isFifo() ? null : endpoint.getConfiguration().getDelaySeconds();
        this.batcher = new NaturalBatcher<>(WHAT, this::call, LIMITS, spec.executor(), spec.scheduler());
    }

    @Override
    public CompletionStage<Void> send(OutboundMessage message) {
        return submit(message, group -> new Gap());
    }

    @Override
    public CompletionStage<List<BatchResult>> sendBatch(List<OutboundMessage> messages) {
        return Batches.send(messages, this::submit);
    }

    @Override
    public void cancel(OutboundMessage message) {
        batcher.remove(entry -> message.isSame(entry.message())).ifPresent(entry -> entry.fail(
                BridgeException.of(FailureCode.TIMEOUT, "Message " + message.envelope().id() + " waited too long; not sent")));
    }

    @Override
    public CompletionStage<Void> close() {
        return closed.run(() -> batcher.close(
                BridgeException.of(FailureCode.CONNECTION_LOST, "The sender to queue '" + queue.name() + "' is closed"))
                .exceptionally(error -> null));
    }

    @Override
    public TransportHealth health() {
        return health;
    }

    private CompletionStage<Void> submit(OutboundMessage message, Function<String, Gap> gaps) {
        try {
            WireMessage wire = toWire(message);
            return batcher.submit(new SendEntry(message, wire, gaps.apply(wire.groupId())));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(FAILURES.of(e));
        }
    }

    private WireMessage toWire(OutboundMessage message) {
        if (!message.address().isEmpty() && !message.address().equals(queue.name())) {
            String why = "The SQS target sends to its own queue '" + queue.name() + "' only, not to '" + message.address()
                         + "'; give the binding an endpoint of its own";
            throw BridgeException.of(FailureCode.NOT_SUPPORTED, why);
        }
        WireMessage wire = envelopes.toWire(message.envelope(), endpointGroup);
        if (wire.bytes() > queue.mostBytes()) {
            String why = "Message " + message.envelope().id() + " has " + wire.bytes() + " bytes as SQS counts them; queue '"
                         + queue.name() + "' takes " + queue.mostBytes();
            throw BridgeException.of(FailureCode.PAYLOAD_TOO_LARGE, why);
        }
        return wire;
    }

    /** Sends what may go and says of the rest why it may not. */
    private List<BatchResult> call(List<SendEntry> batch) {
        BatchAnswers answers = new BatchAnswers(batch.size(), "SendMessage");
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Optional<BridgeException> heldBack = batch.get(i).heldBack();
            if (heldBack.isPresent()) {
                answers.failed(i, heldBack.get());
            } else {
                entries.add(entry(i, batch.get(i).wire()));
            }
        }
        if (!entries.isEmpty()) {
            send(entries, answers);
        }
        return answers.toList();
    }

    private void send(List<SendMessageBatchRequestEntry> entries, BatchAnswers answers) {
        try {
            SendMessageBatchResponse response = queue.client().sendMessageBatch(
                    SendMessageBatchRequest.builder().queueUrl(queue.url()).entries(entries).build());
            health = TransportHealth.UP;
            response.successful().forEach(entry -> answers.accepted(entry.id()));
            answers.failed(response.failed());
        } catch (RuntimeException e) {
            BridgeException failure = SqsFailures.of(e, WHAT);
            if (failure.scope() == FailureScope.TARGET) {
                health = TransportHealth.down(failure.getMessage());
            }
            throw failure;
        }
    }

    private SendMessageBatchRequestEntry entry(int index, WireMessage wire) {
        SendMessageBatchRequestEntry.Builder entry = SendMessageBatchRequestEntry.builder().id(BatchAnswers.id(index))
                .messageBody(wire.body()).messageAttributes(wire.attributes()).delaySeconds(delaySeconds);
        if (!wire.groupId().isEmpty()) {
            entry.messageGroupId(wire.groupId()).messageDeduplicationId(wire.dedupId());
        }
        return entry.build();
    }
}
