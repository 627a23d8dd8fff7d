/**
 * Keeps messages away from what fails again and again. Start at
 * {@link io.gobridge.camel.processors.circuitbreaker.CircuitBreakerProcessor}; the states are in
 * {@link io.gobridge.camel.processors.circuitbreaker.Breaker}.
 */
package io.gobridge.camel.processors.circuitbreaker;
