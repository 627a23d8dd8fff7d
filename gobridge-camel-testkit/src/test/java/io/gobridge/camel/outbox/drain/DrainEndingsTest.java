package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.List;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.testkit.outbox.Records;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How a record ends that is not simply sent: as a dead letter, expired, or when the target is back. */
class DrainEndingsTest {

    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private final DrainScene scene = new DrainScene();

    /** Case 98: the number alone does not make it poison, nor does the time alone. */
    @Test
    void shouldGiveUpOnAMessageThatFailedTooOftenForTooLong() {
        scene.persist(Records.message("m1"));
        scene.target.fails("m1", Integer.MAX_VALUE, DrainScene.failure(FailureCode.UNAVAILABLE));

        scene.start();
        scene.clock.advance(Duration.ofMinutes(14));
        int triesInTime = scene.target.sent.size();
        assertThat(triesInTime).isGreaterThan(6);
        assertThat(scene.deadLetters.entries()).isEmpty();
        scene.clock.advance(Duration.ofMinutes(2));

        DeadLetter entry = scene.deadLetters.entries().get(0);
        assertThat(entry.category()).isEqualTo(DeadLetterCategory.MAX_RETRIES);
        assertThat(entry.binding()).isEqualTo("out");
        assertThat(entry.envelope()).isEqualTo(Records.message("m1"));
        assertThat(scene.left()).isZero();
    }

    @Test
    void shouldMakeADeadLetterOfWhatTheTargetWillNeverTake() {
        scene.persist(Records.message("m1"), Records.message("m2"), Records.message("m3"));
        scene.target.fails("m1", 1, DrainScene.failure(FailureCode.FORBIDDEN));
        scene.target.fails("m2", 1, DrainScene.failure(FailureCode.INVALID_HEADER));

        scene.start();
        scene.clock.advance(A_MOMENT);

        assertThat(scene.deadLetters.entries()).extracting(DeadLetter::category)
                .containsExactlyInAnyOrder(DeadLetterCategory.PERMANENT, DeadLetterCategory.REJECTED);
        assertThat(scene.target.sent).containsExactlyInAnyOrder("m1", "m2", "m3");
        assertThat(scene.left()).isZero();
    }

    /** F2. */
    @Test
    void shouldKeepAMessageUntilItsDeadLetterIsKept() {
        scene.persist(Records.message("m1"));
        scene.target.fails("m1", Integer.MAX_VALUE, DrainScene.failure(FailureCode.FORBIDDEN));
        scene.refusesDeadLetters = true;

        scene.start();
        scene.clock.advance(Duration.ofMinutes(1));
        assertThat(scene.left()).isOne();
        scene.refusesDeadLetters = false;
        scene.clock.advance(Duration.ofMinutes(1));

        assertThat(scene.deadLetters.entries()).hasSize(1);
        assertThat(scene.left()).isZero();
    }

    /** F2. */
    @Test
    void shouldKeepAMessageWhoseDeadLetterStoreThrows() {
        scene.persist(Records.message("m1"));
        scene.target.fails("m1", Integer.MAX_VALUE, DrainScene.failure(FailureCode.FORBIDDEN));
        scene.throwsDeadLetters = true;

        BindingDrain drain = scene.start();
        scene.clock.advance(Duration.ofMinutes(1));
        assertThat(scene.left()).isEqualTo(1);
        assertThat(drain.targetTrouble()).contains("the dead-letter store does not take records");
        scene.throwsDeadLetters = false;
        scene.clock.advance(Duration.ofMinutes(2));

        assertThat(scene.deadLetters.entries()).hasSize(1);
        assertThat(scene.left()).isZero();
    }

    @Test
    void shouldBlameNoMessageForATargetThatIsAway() {
        scene.persist(Records.message("a1", "a"), Records.message("m1"), Records.message("m2"));
        for (String id : List.of("a1", "m1", "m2")) {
            scene.target.fails(id, 12, DrainScene.failure(FailureCode.CONNECTION_LOST));
        }

        scene.start();
        scene.clock.advance(Duration.ofHours(1));

        assertThat(scene.deadLetters.entries()).isEmpty();
        assertThat(scene.left()).isZero();
        assertThat(scene.target.sent.size()).isLessThanOrEqualTo(3 * 13);
    }

    @Test
    void shouldLetOneMessageFindOutWhetherTheTargetIsBack() {
        for (int i = 0; i < 50; i++) {
            scene.persist(Records.message("m" + i));
            scene.target.fails("m" + i, Integer.MAX_VALUE, DrainScene.failure(FailureCode.CONNECTION_LOST));
        }

        scene.start();
        int atOnce = scene.target.sent.size();
        scene.clock.advance(Duration.ofSeconds(70));

        assertThat(atOnce).isLessThanOrEqualTo(10);
        assertThat(scene.target.sent.size() - atOnce).isLessThan(12);
    }

    @Test
    void shouldNotSendWhatNobodyNeedsAnyLonger() {
        scene.persist(Records.message("late").toBuilder().expiresAt(scene.clock.instant().plusSeconds(1)).build(),
                Records.message("m1"));
        scene.clock.advance(Duration.ofSeconds(5));

        scene.start();
        scene.clock.advance(A_MOMENT);

        assertThat(scene.target.sent).containsExactly("m1");
        assertThat(scene.deadLetters.entries()).extracting(DeadLetter::category).containsExactly(DeadLetterCategory.EXPIRED);
        assertThat(scene.left()).isZero();
    }
}
