package io.gobridge.camel.outbox.drain;

import java.time.Duration;

import io.gobridge.camel.delivery.Backoff;
import io.gobridge.camel.outbox.store.CompletedRecords;

/**
 * How an outbox sends.
 *
 * @param leaseTtl          how long a lease lasts that is not renewed
 * @param maxConcurrency    most sends of a binding at one time
 * @param backoff           waits between the sends of one record
 * @param maxReplayAttempts failed sends beyond which a record is poison, once the budget is spent too
 * @param replayBudget      how long after its first send a record is tried in any case
 * @param onExpired         what becomes of a record that nobody needs any longer
 * @param completed         what becomes of a record that need not be sent any more
 * @param pace              waits between looks into an empty partition
 */
public record DrainSettings(Duration leaseTtl, int maxConcurrency, Backoff backoff, int maxReplayAttempts,
        Duration replayBudget, ExpiredRecords onExpired, CompletedRecords completed, Backoff pace) {

    /** Part of the lease's time in which nothing is sent any more: a send takes its time, and so does a clock. */
    private static final int MARGIN_PARTS = 5;

    /** Returns how long after the begin of its renewal a lease entitles to send. */
    Duration sendingTime() {
        return leaseTtl.minus(leaseTtl.dividedBy(MARGIN_PARTS));
    }
}
