package io.gobridge.camel.exchange;

import java.util.List;
import java.util.random.RandomGenerator;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.AttemptLedger;
import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.delivery.SettledLegs;
import io.gobridge.camel.failure.Failures;

/**
 * What an intake works with.
 *
 * @param attempts    remembers failed runs
 * @param legs        remembers which destinations have a message already
 * @param deadLetters keeps what failed for good; never asked when the policy does not need it
 * @param failures    finds the failure behind an exception
 * @param listeners   observers
 * @param scheduler   time and timers
 * @param workers     runs routes
 * @param random      jitter and minted ids; thread-safe
 */
public record IntakePorts(AttemptLedger attempts, SettledLegs legs, DeadLetterStore deadLetters, Failures failures,
        List<DeliveryListener> listeners, Scheduler scheduler, Workers workers, RandomGenerator random) {
}
