/**
 * One message for one destination: before it is kept, {@link io.gobridge.camel.outbox.record.NewRecord}, and as it
 * comes back, {@link io.gobridge.camel.outbox.record.StoredRecord}.
 */
package io.gobridge.camel.outbox.record;
