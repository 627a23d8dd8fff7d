package io.gobridge.camel.outbox.store;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import io.gobridge.camel.dispatch.OutboxTransaction;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.record.NewRecord;
import io.gobridge.camel.testkit.outbox.MemoryOutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How messages share commits. A commit begins when the test runs its task, and may hold others that come meanwhile. */
class GroupCommitTest {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<List<String>> groups = new ArrayList<>();
    private final RememberingStore store = new RememberingStore();
    private final GroupCommit commits = new GroupCommit(store, tasks::add);

    private CompletionStage<List<Persisted>> keep(String id) {
        return commits.persist(List.of(Records.record(1, Records.message(id))));
    }

    private CompletionStage<List<Persisted>> keep(String id, String orderingKey) {
        return commits.persist(List.of(Records.record(1, Records.message(id, orderingKey))));
    }

    private static boolean isDone(CompletionStage<?> stage) {
        return stage.toCompletableFuture().isDone();
    }

    @Test
    void shouldCommitTogetherWhatComesWhileACommitRuns() {
        store.meanwhile.add(() -> List.of("b", "c", "d").forEach(this::keep));

        CompletionStage<List<Persisted>> first = keep("a");
        tasks.remove().run();

        assertThat(groups).containsExactly(List.of("a"), List.of("b", "c", "d"));
        assertThat(first.toCompletableFuture()).isCompletedWithValue(List.of(Persisted.KEPT));
    }

    @Test
    void shouldCommitWhileAnotherCommitWaitsForTheDisk() {
        store.meanwhile.add(() -> {
            CompletionStage<List<Persisted>> second = keep("b");
            tasks.remove().run();
            assertThat(isDone(second)).isTrue();
        });

        CompletionStage<List<Persisted>> first = keep("a");
        tasks.remove().run();

        assertThat(groups).containsExactly(List.of("a"), List.of("b"));
        assertThat(isDone(first)).isTrue();
    }

    @Test
    void shouldHaveNoMoreCommitsThanItMay() {
        keep("a");
        keep("b");
        keep("c");

        assertThat(tasks).hasSize(GroupCommit.COMMITS_AT_A_TIME);
    }

    @Test
    void shouldNotCommitTheNextOfASequenceBesideTheOneBefore() {
        store.meanwhile.add(() -> {
            keep("second", "device-1");
            keep("third", "device-1");
            keep("other", "device-2");
            tasks.remove().run();
            assertThat(groups).containsExactly(List.of("first"), List.of("other"));
        });

        keep("first", "device-1");
        tasks.remove().run();

        assertThat(groups).containsExactly(List.of("first"), List.of("other"), List.of("second", "third"));
    }

    @Test
    void shouldNotCommitAMessageBesideItself() {
        store.meanwhile.add(() -> {
            keep("a");
            tasks.remove().run();
            assertThat(groups).containsExactly(List.of("a"));
        });

        keep("a");
        tasks.remove().run();

        assertThat(groups).containsExactly(List.of("a"), List.of("a"));
    }

    @Test
    void shouldFailOnlyTheMessageThatTheDatabaseCannotHold() {
        store.meanwhile.add(() -> List.of("b", "bad", "c").forEach(this::keep));
        keep("a");

        CompletionStage<List<Persisted>> bad = commits.persist(List.of(Records.record(1, Records.message("bad"))));
        tasks.remove().run();

        assertThat(groups).contains(List.of("a"), List.of("b"), List.of("c"));
        assertThat(bad.toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void shouldRefuseWhatComesAfterItsThreadsAreGone() {
        GroupCommit closed = new GroupCommit(store, task -> {
            throw new RejectedExecutionException();
        });

        CompletionStage<List<Persisted>> refused = closed.persist(List.of(Records.record(1, Records.message("a"))));

        assertThat(refused.toCompletableFuture()).isCompletedExceptionally();
        assertThat(groups).isEmpty();
    }

    /** Remembers the groups, and lets a test do something while one is committed. */
    private final class RememberingStore extends DelegatingStore {

        private final Deque<Runnable> meanwhile = new ArrayDeque<>();

        private RememberingStore() {
            super(new MemoryOutboxStore(Clock.systemUTC()));
        }

        @Override
        public List<Persisted> persist(List<NewRecord> records, OutboxTransaction transaction) {
            List<String> ids = records.stream().map(record -> record.envelope().id()).toList();
            if (ids.contains("bad")) {
                throw BridgeException.of(FailureCode.NOT_SUPPORTED, "no");
            }
            groups.add(ids);
            if (!meanwhile.isEmpty()) {
                meanwhile.remove().run();
            }
            return ids.stream().map(id -> Persisted.KEPT).toList();
        }
    }
}
