/**
 * Shows how an outbox fares. Start at {@link io.gobridge.camel.outbox.observe.OutboxMeter}.
 */
package io.gobridge.camel.outbox.observe;
