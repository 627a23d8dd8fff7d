package io.gobridge.camel.transport.sqs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.transport.BatchResult;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;

/**
 * Deletes messages and changes for how long they are invisible, several in one call where several are settled at once.
 * What fails for the moment is tried again, a few times. Works on after the receiver stopped. Thread-safe.
 */
final class SqsSettlement {

    private static final int LONGEST_HANDLE = 1024;

    private static final NaturalBatcher.Limits LIMITS = new NaturalBatcher.Limits(8, SqsQueue.MOST_BYTES);

    private static final List<Duration> PAUSES
            = List.of(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(1600));

    private static final Failures FAILURES = new Failures(List.of());

    private final SqsQueue queue;
    private final Scheduler scheduler;
    private final NaturalBatcher<Handle> deletes;
    private final NaturalBatcher<Visibility> visibilities;

    SqsSettlement(SqsQueue queue, Executor executor, Scheduler scheduler) {
        this.queue = queue;
        this.scheduler = scheduler;
        this.deletes = new NaturalBatcher<>("DeleteMessageBatch", this::callDelete, LIMITS, executor, scheduler);
        this.visibilities = new NaturalBatcher<>(
                "ChangeMessageVisibilityBatch", this::callVisibility, LIMITS, executor, scheduler);
    }

    private static final class Handle extends BatchEntry {

        private final String receiptHandle;

        Handle(String receiptHandle) {
            super("", LONGEST_HANDLE);
            this.receiptHandle = receiptHandle;
        }
    }

    private static final class Visibility extends BatchEntry {

        private final String receiptHandle;
        private final int seconds;

        /** The handle is the group, so that an extension never overtakes or follows the retry of its delivery. */
        Visibility(String receiptHandle, int seconds) {
            super(receiptHandle, LONGEST_HANDLE);
            this.receiptHandle = receiptHandle;
            this.seconds = seconds;
        }
    }

    /** Deletes the message. */
    CompletionStage<Void> delete(String receiptHandle) {
        CompletableFuture<Void> deleted = new CompletableFuture<>();
        attempt(0, () -> deletes.submit(new Handle(receiptHandle)), deleted);
        return deleted;
    }

    /** Makes the message visible to others after so many seconds from now. */
    CompletionStage<Void> changeVisibility(String receiptHandle, int seconds) {
        CompletableFuture<Void> changed = new CompletableFuture<>();
        attempt(0, () -> visibilities.submit(new Visibility(receiptHandle, seconds)), changed);
        return changed;
    }

    /**
     * Makes messages that nobody took visible to others at once, on the calling thread: after a stop there may be no
     * other.
     *
     * @throws BridgeException when that failed for one of them
     */
    void giveBack(List<String> receiptHandles) {
        List<Visibility> batch = receiptHandles.stream().map(handle -> new Visibility(handle, 0)).toList();
        try {
            for (BatchResult result : callVisibility(batch)) {
                result.error().ifPresent(error -> {
                    throw error;
                });
            }
        } catch (RuntimeException e) {
            throw SqsFailures.of(e, "Giving back " + batch.size() + " messages");
        }
    }

    /** Completes when nothing waits to be settled. A pause before another attempt does not count. */
    CompletionStage<Void> idle() {
        return deletes.idle().thenCompose(nothing -> visibilities.idle());
    }

    private void attempt(int attempts, Supplier<CompletionStage<Void>> action, CompletableFuture<Void> outcome) {
        action.get().whenComplete((nothing, error) -> {
            if (error == null) {
                outcome.complete(null);
                return;
            }
            BridgeException failure = FAILURES.of(error);
            if (attempts < PAUSES.size() && isPassing(failure)) {
                scheduler.schedule(PAUSES.get(attempts), () -> attempt(attempts + 1, action, outcome));
            } else {
                outcome.completeExceptionally(failure);
            }
        });
    }

    private static boolean isPassing(BridgeException failure) {
        return failure.kind() == FailureKind.TRANSIENT && failure.code() != FailureCode.LOCK_LOST;
    }

    private List<BatchResult> callDelete(List<Handle> batch) {
        List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            entries.add(DeleteMessageBatchRequestEntry.builder().id(BatchAnswers.id(i))
                    .receiptHandle(batch.get(i).receiptHandle).build());
        }
        DeleteMessageBatchResponse response = queue.client().deleteMessageBatch(
                DeleteMessageBatchRequest.builder().queueUrl(queue.url()).entries(entries).build());
        BatchAnswers answers = new BatchAnswers(batch.size(), "DeleteMessage");
        response.successful().forEach(entry -> answers.accepted(entry.id()));
        answers.failed(response.failed());
        return answers.toList();
    }

    private List<BatchResult> callVisibility(List<Visibility> batch) {
        List<ChangeMessageVisibilityBatchRequestEntry> entries = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            entries.add(ChangeMessageVisibilityBatchRequestEntry.builder().id(BatchAnswers.id(i))
                    .receiptHandle(batch.get(i).receiptHandle).visibilityTimeout(batch.get(i).seconds).build());
        }
        ChangeMessageVisibilityBatchResponse response = queue.client().changeMessageVisibilityBatch(
                ChangeMessageVisibilityBatchRequest.builder().queueUrl(queue.url()).entries(entries).build());
        BatchAnswers answers = new BatchAnswers(batch.size(), "ChangeMessageVisibility");
        response.successful().forEach(entry -> answers.accepted(entry.id()));
        answers.failed(response.failed());
        return answers.toList();
    }
}
