package io.gobridge.camel.transport.amqp10;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import jakarta.jms.ConnectionFactory;

import io.gobridge.camel.delivery.Scheduler;

/**
 * How a session connects.
 *
 * @param factory   makes connections of Qpid JMS, with the credentials of the endpoint
 * @param clientId  the client id to set; empty for the factory's own
 * @param broker    names the broker in messages
 * @param scheduler time and timers
 * @param random    spreads waits
 * @param executor  runs blocking calls
 */
record ConnectionSettings(ConnectionFactory factory, String clientId, String broker, Scheduler scheduler,
        RandomGenerator random, Executor executor) {

    /** How long an attempt may take until those who wait for it hear that there is no connection. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Names a connection in messages. */
    String connectionName() {
        return "AMQP connection to " + broker;
    }
}
