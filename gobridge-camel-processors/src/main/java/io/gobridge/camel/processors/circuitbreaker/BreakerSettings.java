package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * When a circuit breaker opens and closes. Immutable.
 *
 * @param failureThreshold  countable failures without a success between them that open it, 1 to 10 000
 * @param resetTimeout      how long it stays open, above zero and at most a year
 * @param halfOpenMaxProbes messages that may find out at once whether it can close, at least 1
 * @param successThreshold  probes that have to succeed before it closes, at least 1
 * @param key               what has a breaker of its own
 * @param pausesIntake      whether the source is not read while it is open; only for the key {@code global}
 */
public record BreakerSettings(int failureThreshold, Duration resetTimeout, int halfOpenMaxProbes, int successThreshold,
        BreakerKey key, boolean pausesIntake) {

    private static final int HIGHEST_THRESHOLD = 10_000;
    private static final Duration LONGEST_RESET = Duration.ofDays(365);

    /** Opens for 30 s at the fifth failure, closes after two probes one after the other; one for all messages. */
    public static final BreakerSettings DEFAULT
            = new BreakerSettings(5, Duration.ofSeconds(30), 1, 2, BreakerKey.GLOBAL, false);

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a value is out of its bounds */
    public BreakerSettings {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(failureThreshold >= 1 && failureThreshold <= HIGHEST_THRESHOLD, "failureThreshold",
                failureThreshold, "must be 1 to " + HIGHEST_THRESHOLD);
        problems.require(!resetTimeout.isNegative() && !resetTimeout.isZero() && resetTimeout.compareTo(LONGEST_RESET) <= 0,
                "resetTimeout", resetTimeout, "must be above zero and at most 365 days");
        problems.require(halfOpenMaxProbes >= 1, "halfOpenMaxProbes", halfOpenMaxProbes, "must be at least 1");
        problems.require(successThreshold >= 1, "successThreshold", successThreshold, "must be at least 1");
        problems.require(!pausesIntake || key.isGlobal(), "pauseIntake", pausesIntake,
                "needs key=global: with key=" + key + " one broken key would stop the messages of all others");
        problems.throwIfAny("Circuit breaker");
    }

    /** Returns a copy that opens at so many failures. */
    public BreakerSettings withFailureThreshold(int failures) {
        return new BreakerSettings(failures, resetTimeout, halfOpenMaxProbes, successThreshold, key, pausesIntake);
    }

    /** Returns a copy that stays open so long. */
    public BreakerSettings withResetTimeout(Duration timeout) {
        return new BreakerSettings(failureThreshold, timeout, halfOpenMaxProbes, successThreshold, key, pausesIntake);
    }

    /** Returns a copy that lets so many probes through at once and closes after so many successes. */
    public BreakerSettings withProbes(int maxProbes, int successes) {
        return new BreakerSettings(failureThreshold, resetTimeout, maxProbes, successes, key, pausesIntake);
    }

    /** Returns a copy with a breaker for each value of the key. */
    public BreakerSettings withKey(BreakerKey newKey) {
        return new BreakerSettings(failureThreshold, resetTimeout, halfOpenMaxProbes, successThreshold, newKey, pausesIntake);
    }

    /** Returns a copy that also pauses the source while it is open. */
    public BreakerSettings withPausedIntake() {
        return new BreakerSettings(failureThreshold, resetTimeout, halfOpenMaxProbes, successThreshold, key, true);
    }
}
