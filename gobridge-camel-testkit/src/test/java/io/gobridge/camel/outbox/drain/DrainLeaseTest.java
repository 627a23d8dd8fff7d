package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.testkit.outbox.Records;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is done when the lease is over, was taken over, or is given back. */
class DrainLeaseTest {

    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private final DrainScene scene = new DrainScene();

    /** Case 100: what was sent under a lease that is gone may be sent again, and is counted. */
    @Test
    void shouldCompleteNothingAfterATakeover() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        scene.persist(Records.message("m1"));
        scene.target.answers.put("m1", attempt -> answer);
        BindingDrain drain = scene.start();
        assertThat(scene.target.sent).containsExactly("m1");

        takeOver();
        answer.complete(null);
        scene.clock.advance(A_MOMENT);

        assertThat(drain.duplicatesRisked()).isOne();
        assertThat(drain.completed()).isZero();
        assertThat(drain.leasesLost()).isOne();
        assertThat(scene.left()).isOne();
    }

    /** The process slept longer than its lease, between what it read and what it sends. */
    @Test
    void shouldSendNothingWhenTheTimeOfTheLeaseIsOver() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        scene.persist(Records.message("a1", "a"), Records.message("a2", "a"));
        scene.target.answers.put("a1", attempt -> answer);
        scene.start();

        takeOver();
        answer.complete(null);
        scene.clock.advance(A_MOMENT);

        assertThat(scene.target.sent).containsExactly("a1");
        assertThat(scene.left()).isEqualTo(2);
    }

    @Test
    void shouldSettleAndGiveBackWhenItStops() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        scene.persist(Records.message("a1", "a"), Records.message("a2", "a"));
        scene.target.answers.put("a1", attempt -> answer);
        BindingDrain drain = scene.start();

        CompletionStage<Void> closed = drain.close();
        assertThat(closed.toCompletableFuture()).isNotDone();
        answer.complete(null);

        assertThat(closed).isCompleted();
        assertThat(scene.target.sent).containsExactly("a1");
        assertThat(scene.left()).isOne();
        assertThat(scene.store.look("out", "other", DrainScene.TTL).partitions())
                .allMatch(standing -> standing.isFree(scene.clock.millis()));
    }

    private void takeOver() {
        scene.clock.sleep(DrainScene.TTL.plusSeconds(1));
        Lease lease = scene.store
                .acquire(scene.store.look("out", "other", DrainScene.TTL).partitions().get(0), "other", DrainScene.TTL)
                .orElseThrow();
        assertThat(lease.version()).isEqualTo(2);
    }
}
