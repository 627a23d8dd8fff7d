package io.gobridge.camel.deadletter;

import java.util.List;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailedRun;
import io.gobridge.camel.failure.FailureCode;

/**
 * Why a redrive delivered nothing.
 *
 * @param category why the message would be a dead letter now
 * @param code     the last failure
 * @param reason   the last failure's message
 * @param attempts runs that failed; 0 when there was none
 * @param history  the runs that failed, oldest first
 */
public record RedriveFailure(DeadLetterCategory category, FailureCode code, String reason, int attempts,
        List<FailedRun> history) {

    /** Copies the list. */
    public RedriveFailure {
        history = List.copyOf(history);
    }

    /** Describes a redrive that ran nothing: the entry stays as it is. */
    public static RedriveFailure notRun(DeadLetter entry, BridgeException why) {
        return new RedriveFailure(entry.category(), why.code(), FailedRun.reasonOf(why), 0, List.of());
    }

    /** Describes a redrive whose one run ended so. */
    public static RedriveFailure ofRun(DeadLetterCategory category, FailedRun run) {
        return new RedriveFailure(category, run.code(), run.reason(), 1, List.of(run));
    }
}
