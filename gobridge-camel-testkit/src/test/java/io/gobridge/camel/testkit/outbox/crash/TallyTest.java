package io.gobridge.camel.testkit.outbox.crash;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The judge of a round must see what went wrong. */
class TallyTest {

    private static Tally tally(List<String> acks, String... arrivals) {
        return Tally.of(acks, List.of(arrivals).stream().map(arrival -> arrival + " node 1700000000000").toList(), 0);
    }

    @Test
    void shouldFindNothingWrongWithOneOfEachInOrder() {
        assertThat(tally(List.of("a 1", "a 2", "b 1"), "a 1", "b 1", "a 2")).isEqualTo(new Tally(1, 3, 0, 0, 0, 0));
    }

    @Test
    void shouldFindWhatNeverArrived() {
        assertThat(tally(List.of("a 1", "a 2"), "a 2").lost()).isOne();
    }

    @Test
    void shouldFindWhatArrivedTwiceWithoutBlamingTheOrder() {
        Tally tally = tally(List.of("a 1", "a 2"), "a 1", "a 2", "a 1", "a 2");

        assertThat(tally.duplicates()).isEqualTo(2);
        assertThat(tally.outOfOrder()).isZero();
    }

    @Test
    void shouldFindAFirstArrivalBehindALaterOneOfItsSequence() {
        assertThat(tally(List.of("a 1", "a 2", "b 1"), "a 2", "b 1", "a 1").outOfOrder()).isOne();
        assertThat(tally(List.of("free 1", "free 2"), "free 2", "free 1").outOfOrder()).isZero();
    }

    @Test
    void shouldWriteARowForEachFault() {
        assertThat(CrashReport.header(3)).contains("rounds=3");
        assertThat(CrashReport.row("here", "SIGKILL", new Tally(1, 2, 3, 4, 5, 6)))
                .isEqualTo("| here | SIGKILL | 1 | 2 | 3 | 4 | 5 | 6 |\n");
    }
}
