package io.gobridge.camel.outbox.drain;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.camel.failure.BridgeException;

/** Counts what the drains of one binding do. Thread-safe. */
final class DrainCounts {

    private final Map<Verdict.Ending, LongAdder> endings = new EnumMap<>(Verdict.Ending.class);
    private final LongAdder leasesLost = new LongAdder();
    private final LongAdder duplicatesRisked = new LongAdder();
    private volatile String trouble = "";

    DrainCounts() {
        for (Verdict.Ending ending : Verdict.Ending.values()) {
            endings.put(ending, new LongAdder());
        }
    }

    void ended(Verdict verdict) {
        endings.get(verdict.ending()).increment();
    }

    void leaseLost(int unconfirmed) {
        leasesLost.increment();
        duplicatesRisked.add(unconfirmed);
    }

    void cycleEnded() {
        trouble = "";
    }

    void cycleFailed(BridgeException failure) {
        trouble = String.valueOf(failure.getMessage());
    }

    /** Returns why the store could not be used last; empty when it could. */
    String trouble() {
        return trouble;
    }

    /** Returns records that need not be kept any longer: sent, dropped or dead letters. */
    long completed() {
        return endings.get(Verdict.Ending.COMPLETED).sum();
    }

    /** Returns sends that failed and are repeated. */
    long replayed() {
        return endings.get(Verdict.Ending.REPLAYED).sum();
    }

    long leasesLost() {
        return leasesLost.sum();
    }

    /** Returns records that may have been sent without the store knowing. */
    long duplicatesRisked() {
        return duplicatesRisked.sum();
    }
}
