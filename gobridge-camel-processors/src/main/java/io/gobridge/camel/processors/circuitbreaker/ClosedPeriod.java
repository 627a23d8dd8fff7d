package io.gobridge.camel.processors.circuitbreaker;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.gobridge.camel.failure.BridgeException;

/** Lets everything pass and counts. ADR 0014: Resilience4j's closed state counts what this one has to. */
final class ClosedPeriod implements Period {

    private static final float ALL = 100;

    private final CircuitBreaker counter;
    /** All that pass now are alike: only probes are told apart. */
    private final Optional<Pass> pass;

    ClosedPeriod(Breaker breaker, CircuitBreakerConfig config) {
        this.pass = Optional.of(new Pass(breaker, this));
        this.counter = CircuitBreaker.of("closed", config);
    }

    /** Opens when a window as long as the threshold holds nothing but failures: so many failures in succession. */
    static CircuitBreakerConfig config(int failureThreshold) {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(failureThreshold).minimumNumberOfCalls(failureThreshold)
                .failureRateThreshold(ALL).build();
    }

    Optional<Pass> pass() {
        return pass;
    }

    void succeeded() {
        counter.onSuccess(0, TimeUnit.NANOSECONDS);
    }

    /** Returns whether this failure ends the period. */
    boolean failed(BridgeException failure) {
        counter.onError(0, TimeUnit.NANOSECONDS, failure);
        return counter.getState() != CircuitBreaker.State.CLOSED;
    }

    @Override
    public boolean isBusy(Instant now) {
        return false;
    }
}
