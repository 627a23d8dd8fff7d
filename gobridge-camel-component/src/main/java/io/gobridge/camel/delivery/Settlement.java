package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.DeadLetterCategory;
import io.gobridge.camel.failure.FailureKind;
import io.gobridge.camel.failure.FailureScope;

/**
 * Decides what becomes of a delivery after a run: a pure function of the outcome, the history, the policy and what the
 * source can do. Who carries it out is the exchange package, and nobody else settles.
 *
 * <ol>
 * <li>completed: ack
 * <li>filtered, expired: as the policy says, then ack
 * <li>the target's fault: held and not charged; a permanent one, or one that asks for it, also pauses the source
 * <li>transient: the poison gate when too many runs failed, else again after the backoff
 * <li>permanent, rejected: as the policy says, then ack
 * <li>fenced: given back, nothing is completed
 * </ol>
 */
public final class Settlement {

    /** What becomes of a run that completed, whatever its history. */
    public static final Decision COMPLETED = new Decision.Ack(Ending.COMPLETED);

    private final DeliveryPolicy policy;
    private final RandomGenerator random;

    /** Creates the decision for one source. */
    public Settlement(DeliveryPolicy policy, RandomGenerator random) {
        this.policy = policy;
        this.random = random;
    }

    /** Tells whether a failure counts against the message; waits that are nobody's failure do not. */
    public static boolean isCharged(BridgeException failure) {
        return failure.kind() == FailureKind.TRANSIENT && failure.scope() == FailureScope.MESSAGE;
    }

    /** Tells whether a delivery waits because of it, the message not being to blame. */
    public static boolean isWait(BridgeException failure) {
        return failure.scope() == FailureScope.TARGET
                && (failure.kind() == FailureKind.TRANSIENT || failure.kind() == FailureKind.PERMANENT);
    }

    /** Tells whether the source has handed the message over so often that it probably kills the process. */
    public boolean isCrashLoop(int attempt, int givenBack) {
        return attempt - givenBack > policy.maxReplayAttempts() + 1 + DeliveryPolicy.CRASH_LOOP_ALLOWANCE;
    }

    /** Tells whether the message has had all its runs, though the last of them may have ended with their process. */
    public boolean isSpent(AttemptHistory history) {
        return history.failedRuns() > policy.maxReplayAttempts();
    }

    /** Decides; the history already counts this run, the capabilities are those of the delivery. */
    public Decision decide(Outcome outcome, RunHistory history, Capabilities capabilities) {
        return outcome.failure().map(failure -> decide(failure, history, capabilities))
                .orElse(COMPLETED);
    }

    /** Returns how long a wait that is nobody's failure lasts. */
    public Duration waitBeforeRetry(int waits) {
        return policy.backoff().delay(waits, random);
    }

    private Decision decide(BridgeException failure, RunHistory history, Capabilities capabilities) {
        return switch (failure.kind()) {
            case FILTERED -> dispose(policy.onFiltered(), categoryOf(failure), Ending.FILTERED);
            case EXPIRED -> dispose(policy.onExpired(), DeadLetterCategory.EXPIRED, Ending.EXPIRED);
            case TRANSIENT -> retry(failure, history, capabilities);
            case PERMANENT -> permanent(failure);
            case REJECTED -> fail(categoryOf(failure));
            case FENCED -> new Decision.GiveBack();
        };
    }

    private Decision retry(BridgeException failure, RunHistory history, Capabilities capabilities) {
        if (!isCharged(failure)) {
            Duration wait = failure.retryAfter().orElseGet(() -> waitBeforeRetry(history.waits()));
            return failure.pausesIntake() ? new Decision.HoldAndPause(wait) : new Decision.Hold(wait);
        }
        if (history.failures() > policy.maxReplayAttempts()) {
            return fail(history.identity() == IdentityKind.STABLE
                    ? DeadLetterCategory.POISON
                    : DeadLetterCategory.UNSTABLE_IDENTITY);
        }
        Duration after = failure.retryAfter().orElseGet(() -> policy.backoff().delay(history.failures(), random));
        return canRetryNatively(after, history, capabilities) ? new Decision.RetryNatively(after) : new Decision.Hold(after);
    }

    private static boolean canRetryNatively(Duration after, RunHistory history, Capabilities capabilities) {
        // D-12: what cannot be recognised again must not leave. D-19: what others wait behind must not leave either.
        return capabilities.carries(after) && history.identity() == IdentityKind.STABLE && !history.isOrdered();
    }

    private Decision permanent(BridgeException failure) {
        if (failure.scope() == FailureScope.TARGET) {
            return new Decision.HoldAndPause(failure.retryAfter().orElse(policy.backoff().max()));
        }
        return fail(categoryOf(failure));
    }

    /** Returns the category of a failure that ends a message, or one of its legs, at once. */
    public static DeadLetterCategory categoryOf(BridgeException failure) {
        if (failure.kind() == FailureKind.REJECTED) {
            return DeadLetterCategory.REJECTED;
        }
        return switch (failure.code()) {
            case POISON_MESSAGE -> DeadLetterCategory.POISON;
            case LOOP_DETECTED -> DeadLetterCategory.LOOP;
            case MESSAGE_FILTERED -> DeadLetterCategory.FILTERED;
            case MESSAGE_DUPLICATE -> DeadLetterCategory.DUPLICATE;
            default -> DeadLetterCategory.PERMANENT;
        };
    }

    private Decision fail(DeadLetterCategory category) {
        return dispose(policy.onPermanentFailure(), category, Ending.DEAD_LETTERED);
    }

    private static Decision dispose(Disposal disposal, DeadLetterCategory category, Ending ending) {
        return switch (disposal) {
            case DLQ -> new Decision.DeadLetter(category, ending);
            case DROP -> new Decision.Ack(ending == Ending.DEAD_LETTERED ? Ending.DROPPED : ending);
            case REJECT -> new Decision.Reject();
        };
    }
}
