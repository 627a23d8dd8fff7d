package io.gobridge.camel.outbox.drain;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.outbox.record.StoredRecord;

/** Makes dead letters of records. Thread-safe. */
final class DeadRecords {

    private final String binding;
    private final DeadLetterStore store;

    DeadRecords(String binding, DeadLetterStore store) {
        this.binding = binding;
        this.store = store;
    }

    /** Writes a record whose message is known. */
    CompletionStage<Void> write(
            StoredRecord record, Envelope envelope, DeadLetterCategory category, BridgeException why,
            long now) {
        Instant first = Instant.ofEpochMilli(record.firstAttemptAt() == 0 ? now : record.firstAttemptAt());
        FailedRun run = FailedRun.of(Instant.ofEpochMilli(now), why);
        String address = record.address() == null ? "" : record.address();
        return store.write(new DeadLetter(
                envelope, record.sourceId(), record.routeId(), binding, address, category, why.code(), run.reason(), first,
                run.at(), record.replays() + 1, List.of(run)));
    }

    /** Writes a record that cannot be read, with its bytes as they are. */
    CompletionStage<Void> writeRaw(StoredRecord record, BridgeException why, long now) {
        Envelope raw = Envelope.withId(record.messageId().isEmpty() ? record.recordId() : record.messageId())
                .payload(record.encoded()).createdAt(Instant.ofEpochMilli(record.createdAt())).build();
        return write(record, raw, DeadLetterCategory.REJECTED, why, now);
    }
}
