package canary.processors.transform;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;

final class CountsFailures {

    private final CircuitBreaker breaker = CircuitBreaker.ofDefaults("canary");

    float failureRate() {
        return breaker.getMetrics().getFailureRate();
    }
}
