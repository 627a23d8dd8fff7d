/**
 * Senders and stores that misbehave, to be bound as beans and named as {@code target=#bean}. Start at
 * {@link io.gobridge.camel.testkit.faults.FailingSender}.
 */
package io.gobridge.camel.testkit.faults;
