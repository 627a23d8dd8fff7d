package io.gobridge.camel.outbox.drain;

import java.time.Duration;
import java.util.List;

import io.gobridge.camel.outbox.store.Claim;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LowWaterTest {

    private final LowWater lowWater = new LowWater();
    private long now = Duration.ofHours(1).toNanos();

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private void note(long seq) {
        note(seq, Claim.UNKNOWN, Claim.UNKNOWN);
    }

    private void note(long seq, long firstOpen, long nextTransaction) {
        lowWater.note(now, seq, new Claim(1, List.of(), firstOpen, nextTransaction));
        pass(Duration.ofMillis(20));
    }

    /** The first read is from the start, and one after each five seconds. */
    private void readFromTheStart() {
        assertThat(lowWater.next(now)).isZero();
    }

    @Test
    void shouldReadFromAFloorWhenTheTransactionsOfItsTimeHaveEnded() {
        readFromTheStart();
        note(100, 40, 45);
        assertThat(lowWater.next(now)).isZero();
        note(100, 44, 46);
        assertThat(lowWater.next(now)).isZero();
        note(100, 45, 47);

        assertThat(lowWater.next(now)).isEqualTo(99);
    }

    @Test
    void shouldReadFromTheHighestFloorThatIsFinal() {
        readFromTheStart();
        note(100, 40, 41);
        note(200, 41, 42);
        note(300, 42, 50);
        note(400, 43, 50);

        assertThat(lowWater.next(now)).isEqualTo(199);
    }

    @Test
    void shouldForgetAFloorBelowWhichSomethingIsFound() {
        readFromTheStart();
        note(100, 40, 41);
        note(200, 41, 42);
        note(50, 42, 43);
        note(200, 43, 44);

        assertThat(lowWater.next(now)).isEqualTo(49);
    }

    @Test
    void shouldReadFromAFloorAfterAWhileWhereTheDatabaseDoesNotSay() {
        readFromTheStart();
        pass(Duration.ofSeconds(3));
        note(100);
        pass(Duration.ofSeconds(3));
        readFromTheStart();
        pass(Duration.ofSeconds(3));

        assertThat(lowWater.next(now)).isEqualTo(99);
    }

    @Test
    void shouldReadFromTheStartEveryNowAndThen() {
        readFromTheStart();
        note(100, 40, 41);
        note(100, 41, 42);
        assertThat(lowWater.next(now)).isEqualTo(99);
        pass(Duration.ofSeconds(5));

        readFromTheStart();
    }
}
