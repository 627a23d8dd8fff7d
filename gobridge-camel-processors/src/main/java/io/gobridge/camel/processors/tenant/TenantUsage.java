package io.gobridge.camel.processors.tenant;

import java.util.concurrent.CompletionStage;

/**
 * Counts what tenants use. A usage that cannot answer fails its stage: the message passes then, and the failure is
 * counted. Thread-safe.
 */
public interface TenantUsage {

    /** Counts a delivery in, in one atomic step, unless a limit of the quota is reached. */
    CompletionStage<Admission> begin(String tenantId, Quota quota);

    /** Counts out a delivery that was admitted, once it is settled. */
    CompletionStage<Void> end(String tenantId);
}
