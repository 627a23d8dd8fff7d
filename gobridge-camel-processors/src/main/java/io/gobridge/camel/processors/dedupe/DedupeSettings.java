package io.gobridge.camel.processors.dedupe;

import java.time.Duration;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * How long a dedupe step remembers. Immutable.
 *
 * @param scope     who must not see a message twice; empty is the route that the step is in
 * @param lease     how long an attempt that nobody hears of again keeps the message, above zero; longer than any run
 * @param retention how long a message that was taken care of is remembered, above zero
 * @param recheck   how soon a duplicate of a message in progress is looked at again, above zero
 */
public record DedupeSettings(String scope, Duration lease, Duration retention, Duration recheck) {

    /** The scope of the route, a lease of 10 minutes, a memory of 24 hours, a look each second. */
    public static final DedupeSettings DEFAULT
            = new DedupeSettings("", Duration.ofMinutes(10), Duration.ofHours(24), Duration.ofSeconds(1));

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a value is out of its bounds */
    public DedupeSettings {
        ConfigurationProblems problems = new ConfigurationProblems();
        requirePositive(problems, "lease", lease);
        requirePositive(problems, "retention", retention);
        requirePositive(problems, "recheck", recheck);
        problems.throwIfAny("Dedupe");
    }

    private static void requirePositive(ConfigurationProblems problems, String option, Duration value) {
        problems.require(!value.isNegative() && !value.isZero(), option, value, "must be above zero");
    }

    /** Returns a copy with this scope. */
    public DedupeSettings withScope(String newScope) {
        return new DedupeSettings(newScope, lease, retention, recheck);
    }

    /** Returns a copy with this lease. */
    public DedupeSettings withLease(Duration newLease) {
        return new DedupeSettings(scope, newLease, retention, recheck);
    }

    /** Returns a copy that remembers so long. */
    public DedupeSettings withRetention(Duration newRetention) {
        return new DedupeSettings(scope, lease, newRetention, recheck);
    }

    /** Returns a copy that looks again so soon. */
    public DedupeSettings withRecheck(Duration newRecheck) {
        return new DedupeSettings(scope, lease, retention, newRecheck);
    }
}
