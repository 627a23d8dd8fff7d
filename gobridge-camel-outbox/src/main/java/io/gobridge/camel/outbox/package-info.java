/**
 * Keeps messages in a database until their targets take them. Start at {@link io.gobridge.camel.outbox.SharedOutbox}.
 */
package io.gobridge.camel.outbox;
