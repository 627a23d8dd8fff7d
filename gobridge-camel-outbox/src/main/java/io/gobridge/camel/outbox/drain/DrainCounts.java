package io.gobridge.camel.outbox.drain;

import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.outbox.store.Cycle;

/** Counts what the drains of one binding do, as far as the store knows of it. Thread-safe. */
final class DrainCounts {

    private final LongAdder completed = new LongAdder();
    private final LongAdder replayed = new LongAdder();
    private final LongAdder leasesLost = new LongAdder();
    private final LongAdder duplicatesRisked = new LongAdder();

    void confirmed(Cycle cycle) {
        completed.add(cycle.completed().size());
        replayed.add(cycle.replays().size());
    }

    void leaseLost(int unconfirmed) {
        leasesLost.increment();
        duplicatesRisked.add(unconfirmed);
    }

    /** Returns records that the store no longer keeps: sent, dropped or dead letters. */
    long completed() {
        return completed.sum();
    }

    /** Returns sends that failed and are repeated. */
    long replayed() {
        return replayed.sum();
    }

    long leasesLost() {
        return leasesLost.sum();
    }

    /** Returns records that may have been sent without the store knowing. */
    long duplicatesRisked() {
        return duplicatesRisked.sum();
    }
}
