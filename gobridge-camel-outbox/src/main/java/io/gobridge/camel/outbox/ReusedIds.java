package io.gobridge.camel.outbox;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.deadletter.MessageForm;
import io.gobridge.camel.dispatch.OutboxMessage;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.outbox.store.Persisted;

/** Sees to the messages whose id was used for another payload before: they are no duplicates. Thread-safe. */
final class ReusedIds {

    private final IdReuse policy;
    private final DeadLetterStore deadLetters;
    private final Clock clock;

    ReusedIds(IdReuse policy, DeadLetterStore deadLetters, Clock clock) {
        this.policy = policy;
        this.deadLetters = deadLetters;
        this.clock = clock;
    }

    /** Returns the records that are to be kept although their ids are known. */
    List<NewRecord> keptAllTheSame(List<NewRecord> records, List<Persisted> results) {
        return policy != IdReuse.PERSIST
                ? List.of()
                : reused(results).map(records::get).map(NewRecord::distinguishedByPayload).toList();
    }

    /** Makes dead letters of the records whose ids are known, if that is the policy. */
    CompletionStage<Void> bury(OutboxMessage message, List<NewRecord> records, List<Persisted> results) {
        if (policy != IdReuse.DEAD_LETTER) {
            return CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        reused(results).forEach(
                i -> writes.add(write(message.destinations().get(i).binding(), records.get(i)).toCompletableFuture()));
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new));
    }

    private static Stream<Integer> reused(List<Persisted> results) {
        return IntStream.range(0, results.size()).filter(i -> results.get(i) == Persisted.ID_REUSED).boxed();
    }

    private CompletionStage<Void> write(String binding, NewRecord record) {
        BridgeException why = BridgeException.of(FailureCode.INVALID_PAYLOAD,
                "Message " + record.envelope()
                        .id() + " has an id that another payload was kept under; it becomes a dead letter");
        Instant now = clock.instant();
        return deadLetters.write(new DeadLetter(
                record.envelope(), record.sourceId(), record.routeId(), binding, record.message().address(),
                DeadLetterCategory.REJECTED, why.code(), why.getMessage(), now, now, 1, List.of(FailedRun.of(now, why)))
                .withForm(MessageForm.OUTGOING).atItsOrigin());
    }
}
