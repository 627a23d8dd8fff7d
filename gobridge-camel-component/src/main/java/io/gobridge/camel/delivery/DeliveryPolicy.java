package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.Objects;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * How deliveries of one source are retried and ended. Immutable.
 *
 * @param maxReplayAttempts  runs after the first one; a message that fails once more is poison
 * @param backoff            waits between runs, and between sends within a run
 * @param onExpired          what becomes of expired messages: DLQ or DROP
 * @param onPermanentFailure what becomes of messages that failed for good
 * @param onFiltered         what becomes of filtered messages: DLQ or DROP
 * @param processTimeout     longest time from the start of a run to its settlement, above zero
 */
public record DeliveryPolicy(int maxReplayAttempts, Backoff backoff, Disposal onExpired, Disposal onPermanentFailure,
        Disposal onFiltered, Duration processTimeout) {

    /**
     * Deliveries beyond {@code maxReplayAttempts + 1} that the source may count before it is taken for a crash loop.
     */
    static final int CRASH_LOOP_ALLOWANCE = 10;

    /** Five replays, the default backoff, expired and failed messages kept, filtered ones dropped, five minutes. */
    public static final DeliveryPolicy DEFAULT
            = new DeliveryPolicy(5, Backoff.DEFAULT, Disposal.DLQ, Disposal.DLQ, Disposal.DROP, Duration.ofMinutes(5));

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a value is out of its bounds */
    public DeliveryPolicy {
        Objects.requireNonNull(backoff, "backoff");
        ConfigurationProblems problems = new ConfigurationProblems();
        check(problems, maxReplayAttempts, onExpired, onFiltered, processTimeout);
        problems.throwIfAny("DeliveryPolicy");
    }

    /** Adds what is wrong with the values to the problems. */
    public static void check(
            ConfigurationProblems problems, int maxReplayAttempts, Disposal onExpired, Disposal onFiltered,
            Duration processTimeout) {
        problems.require(maxReplayAttempts >= 0, "maxReplayAttempts", maxReplayAttempts, "must not be negative");
        problems.require(onExpired != Disposal.REJECT, "onExpired", onExpired, "allowed are dlq and drop");
        problems.require(onFiltered != Disposal.REJECT, "onFiltered", onFiltered, "allowed are dlq and drop");
        problems.require(!processTimeout.isNegative() && !processTimeout.isZero(), "processTimeout", processTimeout,
                "must be above zero");
    }

    /** Tells whether some message may need a dead-letter store. */
    public boolean needsDeadLetterStore() {
        return onExpired == Disposal.DLQ || onPermanentFailure == Disposal.DLQ || onFiltered == Disposal.DLQ;
    }

    /** Returns a copy with so many runs after the first. */
    public DeliveryPolicy withMaxReplayAttempts(int attempts) {
        return new DeliveryPolicy(attempts, backoff, onExpired, onPermanentFailure, onFiltered, processTimeout);
    }

    /** Returns a copy with this backoff. */
    public DeliveryPolicy withBackoff(Backoff newBackoff) {
        return new DeliveryPolicy(maxReplayAttempts, newBackoff, onExpired, onPermanentFailure, onFiltered, processTimeout);
    }

    /** Returns a copy that ends expired, permanently failed and filtered messages so. */
    public DeliveryPolicy withDisposals(Disposal expired, Disposal permanentFailure, Disposal filtered) {
        return new DeliveryPolicy(maxReplayAttempts, backoff, expired, permanentFailure, filtered, processTimeout);
    }

    /** Returns a copy with this process timeout. */
    public DeliveryPolicy withProcessTimeout(Duration timeout) {
        return new DeliveryPolicy(maxReplayAttempts, backoff, onExpired, onPermanentFailure, onFiltered, timeout);
    }
}
