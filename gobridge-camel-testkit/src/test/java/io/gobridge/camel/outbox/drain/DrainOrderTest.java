package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import io.gobridge.camel.outbox.store.DelegatingStore;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.testkit.outbox.Records;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is sent, and in which order, on the reference store: everything happens on the test's thread, when it moves the
 * clock.
 */
class DrainOrderTest {

    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private final DrainScene scene = new DrainScene();

    @Test
    void shouldSendInOrderAndKeepNothing() {
        scene.persist(Records.message("a1", "a"), Records.message("m1"), Records.message("a2", "a"));

        scene.start();
        scene.clock.advance(A_MOMENT);

        assertThat(scene.target.sent).containsExactlyInAnyOrder("a1", "m1", "a2").containsSubsequence("a1", "a2");
        assertThat(scene.left()).isZero();
    }

    @Test
    void shouldSendWhatIsKeptLater() {
        BindingDrain drain = scene.start();
        scene.clock.advance(Duration.ofMinutes(10));

        scene.persist(Records.message("m1"));
        drain.wake(scene.partitions.get(0));

        assertThat(scene.target.sent).containsExactly("m1");
    }

    @Test
    void shouldHoldUpOnlyTheSequenceOfAFailedMessage() {
        scene.persist(Records.message("a1", "a"), Records.message("a2", "a"), Records.message("b1", "b"),
                Records.message("m1"));
        scene.target.fails("a1", 2, DrainScene.failure(FailureCode.UNAVAILABLE));

        scene.start();
        assertThat(scene.target.sent).containsExactlyInAnyOrder("a1", "b1", "m1");
        scene.clock.advance(Duration.ofMillis(900));
        assertThat(scene.target.sent).hasSize(3);
        scene.clock.advance(Duration.ofMillis(300));
        assertThat(scene.target.sent).hasSize(4).endsWith("a1");
        scene.clock.advance(Duration.ofSeconds(4));

        assertThat(scene.target.sent).containsSubsequence("a1", "a1", "a1", "a2").hasSize(6);
        assertThat(scene.left()).isZero();
    }

    @Test
    void shouldKeepTheOrderOfASequenceAcrossBatches() {
        for (int i = 0; i < 1_200; i++) {
            scene.persist(Records.message("a" + i, "a"), Records.message("m" + i));
        }
        scene.target.fails("a7", 1, DrainScene.failure(FailureCode.TIMEOUT));

        scene.start();
        scene.clock.advance(Duration.ofMinutes(1));

        assertThat(scene.target.sent.stream().filter(id -> id.startsWith("a")).distinct().toList())
                .hasSize(1_200)
                .isSortedAccordingTo((x, y) -> Integer.parseInt(x.substring(1)) - Integer.parseInt(y.substring(1)));
        assertThat(scene.left()).isZero();
    }

    @Test
    void shouldLetOthersPassASlowSend() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        scene.persist(Records.message("slow"));
        scene.target.answers.put("slow", attempt -> never);
        BindingDrain drain = scene.start();

        scene.persist(Records.message("m1"), Records.message("m2"));
        drain.wake(scene.partitions.get(0));
        scene.clock.advance(A_MOMENT);

        assertThat(scene.target.sent).containsExactlyInAnyOrder("slow", "m1", "m2");
        assertThat(scene.left()).isOne();
    }

    /** A store in which a transaction is open that began early, or in which something happens while it reads. */
    private static final class SlowStore extends DelegatingStore {

        private final Set<String> uncommitted = new HashSet<>();
        private Runnable whileItReads = () -> {
        };

        private SlowStore(OutboxStore store) {
            super(store);
        }

        @Override
        public Claim cycle(Cycle cycle) {
            Claim claim = super.cycle(cycle);
            Runnable happening = whileItReads;
            whileItReads = () -> {
            };
            happening.run();
            return new Claim(
                    claim.now(),
                    claim.records().stream().filter(record -> !uncommitted.contains(record.messageId())).toList());
        }
    }

    /** What was committed late is below what was read before; when it fails, those behind it must wait all the same. */
    @Test
    void shouldKeepTheOrderBehindALateMessageThatFails() {
        SlowStore slow = new SlowStore(scene.store);
        slow.uncommitted.add("a1");
        scene.persist(Records.message("a1", "a"), Records.message("a2", "a"));
        scene.target.fails("a1", 1, DrainScene.failure(FailureCode.UNAVAILABLE).withRetryAfter(Duration.ofMillis(4_900)));
        BindingDrain drain = scene.start(slow);
        scene.clock.advance(Duration.ofMillis(300));
        assertThat(scene.target.sent).containsExactly("a2");

        slow.uncommitted.clear();
        drain.wake(scene.partitions.get(0));
        scene.persist(Records.message("a3", "a"));
        scene.clock.advance(Duration.ofMillis(4_750));
        drain.wake(scene.partitions.get(0));
        scene.clock.advance(Duration.ofSeconds(20));

        assertThat(scene.target.sent).containsExactly("a2", "a1", "a1", "a3");
    }

    /** A send fails while the next batch is being read, which was told to leave its sequence out. */
    @Test
    void shouldKeepTheOrderBehindAMessageThatComesBackWhileItReads() {
        SlowStore slow = new SlowStore(scene.store);
        CompletableFuture<Void> first = new CompletableFuture<>();
        List<Duration> waits = List.of(Duration.ofMillis(300), Duration.ofMillis(300));
        scene.target.answers.put("a1", attempt -> attempt == 1
                ? first
                : attempt - 2 < waits.size()
                        ? CompletableFuture.failedFuture(
                                DrainScene.failure(FailureCode.CONNECTION_LOST).withRetryAfter(waits.get(attempt - 2)))
                : CompletableFuture.completedFuture(null));
        scene.persist(Records.message("a1", "a"));
        scene.start(slow);
        scene.clock.advance(Duration.ofMillis(150));
        scene.persist(Records.message("m1"), Records.message("a2", "a"));
        slow.whileItReads = () -> first.completeExceptionally(
                DrainScene.failure(FailureCode.CONNECTION_LOST).withRetryAfter(Duration.ofMillis(4_900)));

        scene.clock.advance(Duration.ofSeconds(20));

        assertThat(scene.target.sent.stream().filter(id -> id.startsWith("a")).toList())
                .containsExactly("a1", "a1", "a1", "a1", "a2");
        assertThat(scene.left()).isZero();
    }
}
