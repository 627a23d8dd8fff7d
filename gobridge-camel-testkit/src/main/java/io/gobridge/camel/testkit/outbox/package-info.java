/**
 * What every store of an outbox has to do. Start at {@link io.gobridge.camel.testkit.outbox.OutboxStoreContract}.
 */
package io.gobridge.camel.testkit.outbox;
