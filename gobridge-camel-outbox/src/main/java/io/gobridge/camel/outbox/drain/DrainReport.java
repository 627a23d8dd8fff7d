package io.gobridge.camel.outbox.drain;

import java.time.Duration;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.outbox.lease.Lease;
import io.gobridge.camel.outbox.store.Claim;
import io.gobridge.camel.outbox.store.Cycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what the drain of a partition does: counts, measures and logs it. Thread-safe. */
final class DrainReport {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionDrain.class);

    private final Lease lease;
    private final DrainPorts ports;

    DrainReport(Lease lease, DrainPorts ports) {
        this.lease = lease;
        this.ports = ports;
    }

    void cycleEnded(Cycle cycle, Claim claim, Duration took) {
        ports.counts().confirmed(cycle);
        ports.meter().leaseRenewed(lease.shard(), took);
        if (!claim.records().isEmpty()) {
            ports.meter().claimed(lease.shard(), claim.records().size());
        }
    }

    void cycleFailed(BridgeException failure, Duration wait) {
        LOG.warn("binding={} shard={}: {}; tried again in {} ms", ports.binding(), lease.shard(), failure.getMessage(),
                wait.toMillis());
        LOG.debug("Why the drain cycle failed", failure);
    }

    /** Says that another node has the lease; it may send what was sent already and is not confirmed. */
    void leaseLost(int unconfirmed, BridgeException why) {
        ports.counts().leaseLost(unconfirmed);
        ports.meter().duplicatesRisked(lease.shard(), unconfirmed);
        LOG.warn("binding={} shard={}: {}; {} records that were sent may be sent again by its new holder", ports.binding(),
                lease.shard(), why.getMessage(), unconfirmed);
    }

    void notGivenBack(Throwable why) {
        LOG.debug("The {} was not given back; it expires by itself", lease, why);
    }
}
