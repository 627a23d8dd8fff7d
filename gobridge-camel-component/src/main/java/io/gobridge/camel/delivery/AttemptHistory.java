package io.gobridge.camel.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.gobridge.camel.failure.FailedRun;

/**
 * What is remembered of a message's failed runs. Immutable.
 *
 * @param failures     runs charged to the message
 * @param givenBack    times it went back to its source without being charged
 * @param unfinished   runs that were announced and not heard of again: their process died, or they still run elsewhere
 * @param firstFailure when the first run failed, empty when none did
 * @param lastRuns     the latest failed runs, oldest first, at most {@value #KEPT_RUNS}
 */
public record AttemptHistory(int failures, int givenBack, int unfinished, Optional<Instant> firstFailure,
        List<FailedRun> lastRuns) {

    /** Nothing is remembered. */
    public static final AttemptHistory NONE = new AttemptHistory(0, 0, 0, Optional.empty(), List.of());

    static final int KEPT_RUNS = 20;

    /** Copies the list. */
    public AttemptHistory {
        lastRuns = List.copyOf(lastRuns);
    }

    /** Returns how many runs speak against the message: those that failed, and those that never ended. */
    public int failedRuns() {
        return failures + unfinished;
    }

    /** Returns the history with one more failed run. */
    public AttemptHistory charged(FailedRun run) {
        List<FailedRun> runs = new ArrayList<>(lastRuns);
        if (runs.size() == KEPT_RUNS) {
            runs.remove(0);
        }
        runs.add(run);
        return new AttemptHistory(failures + 1, givenBack, unfinished, Optional.of(firstFailure.orElse(run.at())), runs);
    }

    /** Returns the history with one more return to the source. */
    public AttemptHistory returned() {
        return new AttemptHistory(failures, givenBack + 1, unfinished, firstFailure, lastRuns);
    }
}
