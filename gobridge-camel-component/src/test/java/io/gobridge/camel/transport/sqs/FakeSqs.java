package io.gobridge.camel.transport.sqs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.camel.component.aws2.sqs.Sqs2Component;
import org.apache.camel.component.aws2.sqs.Sqs2Configuration;
import org.apache.camel.component.aws2.sqs.Sqs2Endpoint;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** Answers as it is told and remembers what it was asked. */
final class FakeSqs implements SqsClient {

    final List<SendMessageBatchRequest> sends = new ArrayList<>();
    final List<DeleteMessageBatchRequest> deletes = new ArrayList<>();
    final List<ChangeMessageVisibilityBatchRequest> visibilities = new ArrayList<>();
    final List<ReceiveMessageRequest> receives = new ArrayList<>();
    final Map<QueueAttributeName, String> attributes = new HashMap<>();
    /** What the next calls throw, whatever they are. */
    final Deque<RuntimeException> errors = new ArrayDeque<>();
    /** What the next polls answer; nothing when there is none. */
    final Deque<Supplier<List<Message>>> answers = new ArrayDeque<>();
    /** By body or receipt handle: the code with which the entry is refused. */
    final Map<String, String> refused = new HashMap<>();
    /** Runs during the next send call. */
    Runnable meanwhile = () -> {
    };

    static Sqs2Endpoint endpoint(String queue, SqsClient client) {
        Sqs2Configuration configuration = new Sqs2Configuration();
        configuration.setQueueName(queue);
        Sqs2Endpoint endpoint = new Sqs2Endpoint("aws2-sqs:" + queue, new Sqs2Component(), configuration);
        endpoint.setClient(client);
        return endpoint;
    }

    @Override
    public String serviceName() {
        return "fake";
    }

    @Override
    public void close() {
        throw new IllegalStateException("The client is the endpoint's to close");
    }

    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
        throwNext();
        return GetQueueUrlResponse.builder().queueUrl("http://sqs/" + request.queueName()).build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
        throwNext();
        return GetQueueAttributesResponse.builder().attributes(attributes).build();
    }

    @Override
    public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
        throwNext();
        receives.add(request);
        return ReceiveMessageResponse.builder().messages(answers.isEmpty() ? List.of() : answers.remove().get()).build();
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
        throwNext();
        sends.add(request);
        Runnable now = meanwhile;
        meanwhile = () -> {
        };
        now.run();
        List<SendMessageBatchResultEntry> accepted = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (SendMessageBatchRequestEntry entry : request.entries()) {
            if (refused.containsKey(entry.messageBody())) {
                failed.add(error(entry.id(), refused.get(entry.messageBody())));
            } else {
                accepted.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
            }
        }
        return SendMessageBatchResponse.builder().successful(accepted).failed(failed).build();
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
        throwNext();
        deletes.add(request);
        List<DeleteMessageBatchResultEntry> accepted = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (DeleteMessageBatchRequestEntry entry : request.entries()) {
            if (refused.containsKey(entry.receiptHandle())) {
                failed.add(error(entry.id(), refused.get(entry.receiptHandle())));
            } else {
                accepted.add(DeleteMessageBatchResultEntry.builder().id(entry.id()).build());
            }
        }
        return DeleteMessageBatchResponse.builder().successful(accepted).failed(failed).build();
    }

    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(ChangeMessageVisibilityBatchRequest request) {
        throwNext();
        visibilities.add(request);
        List<ChangeMessageVisibilityBatchResultEntry> accepted = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (ChangeMessageVisibilityBatchRequestEntry entry : request.entries()) {
            if (refused.containsKey(entry.receiptHandle())) {
                failed.add(error(entry.id(), refused.get(entry.receiptHandle())));
            } else {
                accepted.add(ChangeMessageVisibilityBatchResultEntry.builder().id(entry.id()).build());
            }
        }
        return ChangeMessageVisibilityBatchResponse.builder().successful(accepted).failed(failed).build();
    }

    private void throwNext() {
        if (!errors.isEmpty()) {
            throw errors.remove();
        }
    }

    private static BatchResultErrorEntry error(String id, String code) {
        return BatchResultErrorEntry.builder().id(id).code(code).senderFault(!code.equals("InternalError")).build();
    }
}
