package io.gobridge.camel.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * How long to wait before a retry: {@code min(max, initial * multiplier^(k-1))} for retry k = 1, 2, ..., of which the
 * fraction {@code jitter} is random (equal jitter). Immutable.
 *
 * @param initial    wait before the first retry, above zero
 * @param max        longest wait, at least {@code initial}
 * @param multiplier growth from one wait to the next, at least 1
 * @param jitter     random fraction, from 0 (off) to 1
 */
public record Backoff(Duration initial, Duration max, double multiplier, double jitter) {

    /** One second, doubled up to 30 seconds, a fifth of it random. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2.0, 0.2);

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a value is out of its bounds */
    public Backoff {
        ConfigurationProblems problems = new ConfigurationProblems();
        check(problems, initial, max, multiplier, jitter);
        problems.throwIfAny("Backoff");
    }

    /** Adds what is wrong with the values to the problems. */
    public static void check(
            ConfigurationProblems problems, Duration initial, Duration max, double multiplier,
            double jitter) {
        problems.require(!initial.isNegative() && !initial.isZero(), "backoff.initial", initial, "must be above zero");
        problems.require(max.compareTo(initial) >= 0, "backoff.max", max, "must be at least backoff.initial, " + initial);
        problems.require(multiplier >= 1, "backoff.multiplier", multiplier, "must be at least 1");
        problems.require(jitter >= 0 && jitter <= 1, "backoff.jitter", jitter, "must be from 0 to 1");
    }

    /** Returns the wait before retry k; a k below 1 counts as 1. */
    public Duration delay(int k, RandomGenerator random) {
        double fixed = fixedMillis(k);
        double spread = fixed * jitter;
        // The random part is cut and not rounded, or the sum could reach the delay itself.
        long randomNanos = spread > 0 ? (long) (random.nextDouble() * spread * 1_000_000) : 0;
        return Duration.ofNanos(Math.round((fixed - spread) * 1_000_000)).plusNanos(randomNanos);
    }

    private double fixedMillis(int k) {
        // pow may be infinite for a large k: the minimum with max makes it finite again.
        return Math.min(millis(max), millis(initial) * Math.pow(multiplier, Math.max(k, 1) - 1));
    }

    private static double millis(Duration duration) {
        return duration.toMillis() + duration.toNanosPart() % 1_000_000 / 1_000_000d;
    }
}
