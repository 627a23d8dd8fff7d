package io.gobridge.camel.processors.tenant;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counts in this process. A time window begins with the first message after the last one ended; a tenant that uses
 * nothing is forgotten. Thread-safe.
 */
public final class MemoryTenantUsage implements TenantUsage {

    /** Tenants beyond which the idle ones are looked for, again whenever their number has doubled. */
    private static final int FIRST_SWEEP = 1000;

    private final Map<String, Count> counts = new HashMap<>();
    private final Clock clock;
    private final Duration window;
    private int nextSweep = FIRST_SWEEP;

    /**
     * Counts in windows of this length.
     *
     * @throws IllegalArgumentException when the window is not above zero
     */
    public MemoryTenantUsage(Clock clock, Duration window) {
        if (window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("window=" + window + ": must be above zero");
        }
        this.clock = clock;
        this.window = window;
    }

    @Override
    public synchronized CompletionStage<Admission> begin(String tenantId, Quota quota) {
        Instant now = clock.instant();
        Count count = counts.get(tenantId);
        if (count == null) {
            sweep(now);
            count = new Count();
            counts.put(tenantId, count);
        }
        count.roll(now, window);
        return CompletableFuture.completedFuture(count.admit(quota, now));
    }

    @Override
    public synchronized CompletionStage<Void> end(String tenantId) {
        Count count = counts.get(tenantId);
        if (count != null && count.inFlight > 0) {
            count.inFlight--;
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns how many deliveries of the tenant are not settled yet. */
    public synchronized long inFlight(String tenantId) {
        Count count = counts.get(tenantId);
        return count == null ? 0 : count.inFlight;
    }

    synchronized int size() {
        return counts.size();
    }

    private void sweep(Instant now) {
        if (counts.size() >= nextSweep) {
            counts.values().removeIf(count -> count.isIdle(now));
            nextSweep = Math.max(FIRST_SWEEP, 2 * counts.size());
        }
    }

    /** What one tenant uses. Guarded by the usage. */
    private static final class Count {

        private long inFlight;
        private long inWindow;
        private Instant windowEnd = Instant.MIN;

        private void roll(Instant now, Duration window) {
            if (!now.isBefore(windowEnd)) {
                windowEnd = now.plus(window);
                inWindow = 0;
            }
        }

        private Admission admit(Quota quota, Instant now) {
            if (inFlight >= quota.maxInFlight()) {
                return new Admission.InFlightExceeded();
            }
            if (inWindow >= quota.maxRate()) {
                return new Admission.RateExceeded(Duration.between(now, windowEnd));
            }
            inFlight++;
            inWindow++;
            return new Admission.Admitted();
        }

        private boolean isIdle(Instant now) {
            return inFlight == 0 && !now.isBefore(windowEnd);
        }
    }
}
