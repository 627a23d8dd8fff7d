/**
 * Who sends what a partition keeps: the holder of its {@link io.gobridge.camel.outbox.lease.Lease}, and nobody else.
 * Start at {@link io.gobridge.camel.outbox.lease.LeaseKeeper}.
 */
package io.gobridge.camel.outbox.lease;
