/**
 * Keeps the messages that a route could not bring to an end. Start at
 * {@link io.gobridge.camel.deadletter.DeadLetterStore}.
 */
package io.gobridge.camel.deadletter;
