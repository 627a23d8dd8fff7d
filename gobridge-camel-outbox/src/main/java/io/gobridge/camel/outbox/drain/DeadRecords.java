package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.record.StoredRecord;

/** Makes dead letters of records. Thread-safe. */
final class DeadRecords {

    private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

    private final String binding;
    private final DeadLetterStore store;
    private final Scheduler scheduler;

    DeadRecords(String binding, DeadLetterStore store, Scheduler scheduler) {
        this.binding = binding;
        this.store = store;
        this.scheduler = scheduler;
    }

    /** Writes a record whose message could not be sent. */
    CompletionStage<Void> write(
            StoredRecord record, Envelope envelope, DeadLetterCategory category, BridgeException why,
            long now) {
        FailedRun run = FailedRun.of(Instant.ofEpochMilli(now), why);
        int sends = category == DeadLetterCategory.EXPIRED ? record.replays() : record.replays() + 1;
        return write(entry(record, envelope, category, run, sends).withForm(MessageForm.OUTGOING));
    }

    /** Writes a record that cannot be read, with its bytes as they are. */
    CompletionStage<Void> writeRaw(StoredRecord record, BridgeException why, long now) {
        Envelope raw = Envelope.withId(record.messageId().isEmpty() ? record.recordId() : record.messageId())
                .payload(record.encoded()).createdAt(Instant.ofEpochMilli(record.createdAt())).build();
        FailedRun run = FailedRun.of(Instant.ofEpochMilli(now), why);
        return write(entry(record, raw, DeadLetterCategory.REJECTED, run, record.replays() + 1)
                .withForm(MessageForm.UNREADABLE));
    }

    private DeadLetter entry(
            StoredRecord record, Envelope envelope, DeadLetterCategory category, FailedRun run, int sends) {
        Instant first = record.firstAttemptAt() == 0 ? run.at() : Instant.ofEpochMilli(record.firstAttemptAt());
        String address = record.address() == null ? "" : record.address();
        return new DeadLetter(
                envelope, record.sourceId(), record.routeId(), binding, address, category, run.code(), run.reason(), first,
                run.at(), sends, List.of(run));
    }

    /** A store that says nothing, or nothing for long, does not work either. */
    private CompletionStage<Void> write(DeadLetter entry) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        Scheduler.Task limit = scheduler.schedule(LONGEST_WRITE, () -> written.completeExceptionally(BridgeException.of(
                FailureCode.TIMEOUT, "The dead-letter store did not answer within " + LONGEST_WRITE)));
        try {
            Objects.requireNonNull(store.write(entry.atItsOrigin()), "The dead-letter store returned null")
                    .whenComplete((nothing, error) -> {
                        if (error == null) {
                            written.complete(null);
                        } else {
                            written.completeExceptionally(error);
                        }
                    });
        } catch (RuntimeException e) {
            written.completeExceptionally(e);
        }
        return written.whenComplete((nothing, error) -> limit.cancel());
    }
}
