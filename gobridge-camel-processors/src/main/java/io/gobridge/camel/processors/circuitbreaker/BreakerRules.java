package io.gobridge.camel.processors.circuitbreaker;

import java.time.Clock;
import java.util.function.Predicate;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.gobridge.camel.failure.BridgeException;

/**
 * What all breakers of one step share.
 *
 * @param settings    when they open and close
 * @param counting    how a closed one counts
 * @param isCountable chooses the failures that say something about what is behind the step
 * @param clock       the time
 * @param meter       who hears of changes and refusals
 */
record BreakerRules(BreakerSettings settings, CircuitBreakerConfig counting, Predicate<BridgeException> isCountable,
        Clock clock, BreakerMeter meter) {

    static BreakerRules of(
            BreakerSettings settings, Predicate<BridgeException> isCountable, Clock clock, BreakerMeter meter) {
        return new BreakerRules(settings, ClosedPeriod.config(settings.failureThreshold()), isCountable, clock, meter);
    }
}
