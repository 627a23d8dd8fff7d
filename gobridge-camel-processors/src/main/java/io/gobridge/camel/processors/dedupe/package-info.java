/**
 * Lets each message through once, though it comes several times. Start at
 * {@link io.gobridge.camel.processors.dedupe.DedupeProcessor}; {@link io.gobridge.camel.delivery.DedupeStore} is the
 * port that remembers.
 */
package io.gobridge.camel.processors.dedupe;
