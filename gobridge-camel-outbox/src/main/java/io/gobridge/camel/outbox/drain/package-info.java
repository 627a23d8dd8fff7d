/**
 * Sends what an outbox keeps. Start at {@link io.gobridge.camel.outbox.drain.PartitionDrain}.
 */
package io.gobridge.camel.outbox.drain;
