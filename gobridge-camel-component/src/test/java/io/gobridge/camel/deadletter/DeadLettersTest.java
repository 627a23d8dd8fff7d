package io.gobridge.camel.deadletter;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.deadletter.RedriveResult.Ending;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.envelope.ReservedHeaders;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeadLettersTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final MemoryDeadLetterStore store = new MemoryDeadLetterStore();
    private final DeadLetter entry = new DeadLetter(
            Envelope.withId("m1").payload(Payload.ofText("m1")).createdAt(NOON).build(), "in", "r", "out", "to",
            DeadLetterCategory.PERMANENT, FailureCode.INTERNAL, "no luck", NOON, NOON, 1,
            List.of(new FailedRun(NOON, FailureCode.INTERNAL, "no luck")));

    private DeadLetters unit(Redriver redriver) {
        return unit(store, redriver);
    }

    private static DeadLetters unit(DeadLetterArchive archive, Redriver redriver) {
        return new DeadLetters(archive, redriver, Clock.fixed(NOON.plusSeconds(60), ZoneOffset.UTC), new Random(1));
    }

    private static CompletionStage<Optional<RedriveFailure>> delivered() {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    private static RedriveResult redrive(DeadLetters unit, DeadLetter entry) {
        return unit.redrive(entry.id(), "test").toCompletableFuture().join();
    }

    /** An outbox may fail to send a redriven message before the entry that it comes from is deleted. */
    @Test
    void shouldKeepWhatFailedAgainBeforeTheEntryWasDeleted() {
        store.write(entry);

        RedriveResult result = redrive(unit((read, message) -> {
            Envelope kept = DeadLetters.marked(message, read);
            store.write(new DeadLetter(
                    kept, "in", "r", "out", "to", DeadLetterCategory.MAX_RETRIES, FailureCode.TIMEOUT, "slow",
                    NOON.plusSeconds(61), NOON.plusSeconds(61), 1, List.of(run(61))).atItsOrigin());
            return delivered();
        }), entry);

        assertThat(result.ending()).isEqualTo(Ending.FAILED);
        assertThat(result.code()).isEqualTo("TIMEOUT");
        assertThat(store.entries()).singleElement().satisfies(left -> {
            assertThat(left.id()).isEqualTo(entry.id());
            assertThat(left.attempts()).isEqualTo(2);
            assertThat(left.envelope()).isEqualTo(entry.envelope());
        });
    }

    @Test
    void shouldComeBackWithIdAndHistoryAfterTheEntryWasDeleted() {
        store.write(entry);
        Envelope[] sent = new Envelope[1];
        redrive(unit((read, message) -> {
            sent[0] = DeadLetters.marked(message, read);
            return delivered();
        }), entry);
        assertThat(store.entries()).isEmpty();

        DeadLetter again = new DeadLetter(
                sent[0], "in", "r", "out", "to", DeadLetterCategory.MAX_RETRIES, FailureCode.TIMEOUT, "slow",
                NOON.plusSeconds(61), NOON.plusSeconds(61), 3, List.of(run(61))).atItsOrigin();

        assertThat(again.id()).isEqualTo(entry.id());
        assertThat(again.envelope()).isEqualTo(entry.envelope());
        assertThat(again.firstFailure()).isEqualTo(NOON);
        assertThat(again.attempts()).isEqualTo(4);
        assertThat(again.history()).containsExactly(entry.history().get(0), run(61));
        assertThat(again.audit()).extracting(AuditLine::action).containsExactly("redriven as " + sent[0].id());
    }

    @Test
    void shouldBeAnEntryOfItsOwnWhenNobodyCanTellWhereItCameFrom() {
        Envelope forged = entry.envelope().toBuilder()
                .headers(entry.envelope().headers().toBuilder().put(ReservedHeaders.DEAD_LETTER, "{\"map\":{}}").build())
                .build();

        DeadLetter again = new DeadLetter(
                forged, "in", "r", "out", "to", DeadLetterCategory.MAX_RETRIES, FailureCode.TIMEOUT, "slow", NOON, NOON, 1,
                List.of());

        assertThat(again.atItsOrigin()).isSameAs(again);
    }

    @Test
    void shouldSayThatItWasDeliveredThoughTheEntryIsStillThere() {
        store.write(entry);
        RedriveResult result = redrive(unit(new BrokenArchive(store) {

            @Override
            public CompletionStage<Boolean> deleteUnlessFailedAgain(DeadLetter read) {
                return away();
            }
        }, (read, message) -> delivered()), entry);

        assertThat(result.ending()).isEqualTo(Ending.DELIVERED);
        assertThat(result.reason()).contains("did not delete");
    }

    @Test
    void shouldSendNothingWhenTheStoreDoesNotAnswer() {
        RedriveResult result = redrive(unit(new BrokenArchive(store) {

            @Override
            public CompletionStage<Optional<DeadLetter>> get(String id) {
                return away();
            }
        }, (read, message) -> {
            throw new AssertionError("Nothing may be sent");
        }), entry);

        assertThat(result.ending()).isEqualTo(Ending.FAILED);
        assertThat(result.code()).isEqualTo("CONNECTION_LOST");
    }

    @Test
    void shouldRedriveAgainAfterARedriverThatThrew() {
        store.write(entry);
        DeadLetters unit = unit((read, message) -> {
            throw new IllegalStateException("a defect");
        });

        assertThat(redrive(unit, entry).code()).isEqualTo("UNKNOWN");
        assertThat(redrive(unit, entry).code()).isEqualTo("UNKNOWN");
        assertThat(store.entries()).hasSize(1);
    }

    @Test
    void shouldRedriveAThousandOneAfterTheOtherThoughTheStoreAnswersLater() {
        List<String> ids = IntStream.range(0, 1000).mapToObj(i -> "id" + i).toList();
        DeadLetters unit = unit(new BrokenArchive(store) {

            @Override
            public CompletionStage<Optional<DeadLetter>> get(String id) {
                return CompletableFuture.supplyAsync(Optional::empty);
            }
        }, (read, message) -> delivered());

        List<RedriveResult> results = unit.redriveAll(ids, "test").toCompletableFuture().join();

        assertThat(results).extracting(RedriveResult::id).isEqualTo(ids);
    }

    @Test
    void shouldRefuseAPageOfNoOrTooManyEntries() {
        DeadLetters unit = unit((read, message) -> delivered());

        assertThatThrownBy(() -> unit.list(DeadLetterFilter.ALL, "", 0)).hasMessageContaining("size=0");
        assertThatThrownBy(() -> unit.redriveAll(DeadLetterFilter.ALL, 1001, "test")).hasMessageContaining("size=1001");
        assertThatThrownBy(() -> unit.redriveAll(Collections.nCopies(1001, "id"), "test")).hasMessageContaining("1001 ids");
    }

    @Test
    void shouldKeepTheLatestRunsAndLines() {
        DeadLetter changed = entry;
        for (int i = 1; i <= 150; i++) {
            changed = changed.failedAgain(RedriveFailure.ofRun(DeadLetterCategory.POISON, run(i)), NOON.plusSeconds(i))
                    .with(new AuditLine(NOON.plusSeconds(i), "test", "line " + i));
        }

        assertThat(changed.attempts()).isEqualTo(151);
        assertThat(changed.history()).hasSize(20).last().isEqualTo(run(150));
        assertThat(changed.audit()).hasSize(100).last().extracting(AuditLine::action).isEqualTo("line 150");
    }

    private static FailedRun run(int secondsAfterNoon) {
        return new FailedRun(NOON.plusSeconds(secondsAfterNoon), FailureCode.TIMEOUT, "slow");
    }

    /** An archive that a test breaks where it wants. */
    private static class BrokenArchive implements DeadLetterArchive {

        private final DeadLetterArchive archive;

        BrokenArchive(DeadLetterArchive archive) {
            this.archive = archive;
        }

        static <T> CompletionStage<T> away() {
            return CompletableFuture.failedFuture(BridgeException.of(FailureCode.CONNECTION_LOST, "away"));
        }

        @Override
        public CompletionStage<Void> write(DeadLetter written) {
            return archive.write(written);
        }

        @Override
        public CompletionStage<DeadLetterPage> list(DeadLetterFilter filter, String after, int size) {
            return archive.list(filter, after, size);
        }

        @Override
        public CompletionStage<Optional<DeadLetter>> get(String id) {
            return archive.get(id);
        }

        @Override
        public CompletionStage<Boolean> annotate(String id, AuditLine line) {
            return archive.annotate(id, line);
        }

        @Override
        public CompletionStage<Boolean> delete(String id) {
            return archive.delete(id);
        }

        @Override
        public CompletionStage<Boolean> deleteUnlessFailedAgain(DeadLetter read) {
            return archive.deleteUnlessFailedAgain(read);
        }
    }
}
