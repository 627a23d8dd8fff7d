package io.gobridge.camel.transport;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import org.apache.camel.Endpoint;

/**
 * What a sender is made from.
 *
 * @param endpoint  the user's own endpoint, initialised
 * @param scheduler time and timers
 * @param random    spreads waits
 * @param executor  runs blocking calls of client libraries; may start any number of threads
 * @param check     collects what is wrong with the endpoint and what the sender overrides
 */
public record SenderSpec(Endpoint endpoint, Scheduler scheduler, RandomGenerator random, Executor executor,
        EndpointCheck check) {
}
