package io.gobridge.camel.processors.tenant;

import java.util.function.Consumer;

import io.gobridge.camel.delivery.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one delivery uses of its tenant, in all its runs together. Thread-safe. */
final class Occupancy implements Consumer<Ending> {

    private static final Logger LOG = LoggerFactory.getLogger(TenantProcessor.class);

    private final TenantUsage usage;
    private final String tenantId;
    private boolean isCounted;
    private boolean isOver;

    Occupancy(TenantUsage usage, String tenantId) {
        this.usage = usage;
        this.tenantId = tenantId;
    }

    /** Tells whether an earlier run of the delivery was counted. */
    synchronized boolean isCounted() {
        return isCounted;
    }

    /** Notes that the usage has counted it; the delivery may have ended while it was asked. */
    void counted() {
        boolean endsNow;
        synchronized (this) {
            endsNow = isOver || isCounted;
            isCounted = true;
        }
        if (endsNow) {
            end();
        }
    }

    @Override
    public void accept(Ending ending) {
        boolean wasCounted;
        synchronized (this) {
            isOver = true;
            wasCounted = isCounted;
        }
        if (wasCounted) {
            end();
        }
    }

    private void end() {
        usage.end(tenantId).whenComplete((done, error) -> {
            if (error != null) {
                LOG.warn("A delivery could not be counted out of its tenant's usage, which stays too high by one", error);
            }
        });
    }
}
