/**
 * Where the records are. Start at {@link io.gobridge.camel.outbox.store.OutboxStore}.
 */
package io.gobridge.camel.outbox.store;
