/**
 * Keeps the messages that a route could not bring to an end, and takes them on their way again. Start at
 * {@link io.gobridge.camel.deadletter.DeadLetterStore} for the first and at
 * {@link io.gobridge.camel.deadletter.DeadLetters} for the second.
 */
package io.gobridge.camel.deadletter;
