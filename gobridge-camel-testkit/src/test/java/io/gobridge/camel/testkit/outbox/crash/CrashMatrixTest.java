package io.gobridge.camel.testkit.outbox.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node of an outbox is killed at every point where it could matter, and sleeps beyond its lease, loses its
 * connections and its database where that is worst: nothing is lost, every sequence arrives in order, and no more
 * arrives twice than one batch per fault. All faults at all points: {@code benchmarks/run crash-matrix}.
 */
class CrashMatrixTest {

    private static final int LARGEST_BATCH = 500;

    @TempDir
    private static Path directory;
    private static CrashStage stage;

    @BeforeAll
    static void start() throws Exception {
        stage = CrashStage.start(directory, CrashMatrix.LEASE_TTL);
    }

    @AfterAll
    static void stop() throws Exception {
        stage.close();
    }

    private static Tally run(CrashPoint point, Fault fault) throws Exception {
        Tally tally = new CrashRound(stage, point, fault).run();
        assertThat(tally.lost()).isZero();
        assertThat(tally.outOfOrder()).isZero();
        assertThat(tally.duplicates()).isLessThanOrEqualTo(LARGEST_BATCH * (point.isTakeover() ? 2 : 1));
        return tally;
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingAndKeepTheOrderWhenItIsKilled(CrashPoint point) throws Exception {
        run(point, Fault.KILL);
    }

    /** The lease of a process that sleeps is taken over; when it wakes up it sends nothing more. */
    @ParameterizedTest
    @EnumSource(names = { "CLAIM_AFTER_COMMIT", "AFTER_SEND", "DEAD_LETTER_AFTER_WRITE" })
    void shouldBeRefusedWhenItSleptLongerThanItsLease(CrashPoint point) throws Exception {
        assertThat(run(point, Fault.PAUSE).refusals()).isPositive();
    }

    static Stream<Arguments> faults() {
        List<Arguments> faults = new ArrayList<>();
        for (CrashPoint point : List.of(CrashPoint.PERSIST_AFTER_COMMIT, CrashPoint.COMPLETE_BEFORE_COMMIT,
                CrashPoint.SHUTDOWN_BEFORE_RELEASE)) {
            faults.add(Arguments.of(point, Fault.CUT));
            faults.add(Arguments.of(point, Fault.DATABASE));
        }
        return faults.stream();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldLoseNothingWhenTheDatabaseIsGone(CrashPoint point, Fault fault) throws Exception {
        run(point, fault);
    }

    /** It holds the lease's row locked: nobody takes the lease over before it wakes up. */
    @Test
    void shouldLoseNothingWhenItSleepsInsideATransaction() throws Exception {
        run(CrashPoint.COMPLETE_BEFORE_COMMIT, Fault.PAUSE);
    }
}
