package io.gobridge.camel.transport;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import org.apache.camel.Endpoint;

/**
 * What a receiver is made from.
 *
 * @param endpoint    the user's own endpoint, initialised
 * @param maxInFlight most deliveries that are ever requested and not settled
 * @param scheduler   time and timers
 * @param random      spreads waits
 * @param executor    runs blocking calls of client libraries; may start any number of threads
 * @param check       collects what is wrong with the endpoint and what the receiver overrides
 */
public record ReceiverSpec(Endpoint endpoint, int maxInFlight, Scheduler scheduler, RandomGenerator random,
        Executor executor, EndpointCheck check) {
}
