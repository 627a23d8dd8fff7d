package io.gobridge.camel.outbox.drain;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.observe.OutboxMeter;
import io.gobridge.camel.outbox.store.OutboxStore;

/**
 * What the drains of one binding share.
 *
 * @param binding   the binding
 * @param store     keeps the records
 * @param leases    keeps the leases
 * @param settings  how it sends
 * @param sender    brings one record to its end
 * @param lanes     bounds the sends
 * @param pause     keeps everything back while the target is down
 * @param counts    what happened so far
 * @param meter     is told what happens
 * @param ticker    measures durations
 * @param scheduler runs things later
 * @param executor  runs what blocks
 * @param random    spreads the waits
 */
record DrainPorts(String binding, OutboxStore store, LeaseStore leases, DrainSettings settings, RecordSender sender,
        SendLanes lanes, TargetPause pause, DrainCounts counts, OutboxMeter meter, Ticker ticker, Scheduler scheduler,
        Executor executor, RandomGenerator random) {
}
