package io.gobridge.camel.processors.circuitbreaker;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Lets so many probes pass at once and counts those that succeed. Guarded by its breaker. */
final class HalfOpenPeriod implements Period {

    private final Map<Pass, Instant> probes = new HashMap<>();
    private final int maxProbes;
    private final Duration probeLimit;
    private int successes;

    HalfOpenPeriod(int maxProbes, Duration probeLimit) {
        this.maxProbes = maxProbes;
        this.probeLimit = probeLimit;
    }

    /** Takes a slot; those of probes that never came back are free again. */
    boolean begin(Pass probe, Instant now) {
        probes.values().removeIf(begun -> isLost(begun, now));
        if (probes.size() >= maxProbes) {
            return false;
        }
        probes.put(probe, now);
        return true;
    }

    /** Frees the slot; false when it was reclaimed, so that the outcome does not count. */
    boolean end(Pass probe) {
        return probes.remove(probe) != null;
    }

    /** Counts a success and returns how many there were. */
    int succeeded() {
        return ++successes;
    }

    @Override
    public boolean isBusy(Instant now) {
        return probes.values().stream().anyMatch(begun -> !isLost(begun, now));
    }

    private boolean isLost(Instant begun, Instant now) {
        return !now.isBefore(begun.plus(probeLimit));
    }
}
