package io.gobridge.camel.processors.tenant;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Knows the tenants. A validator that cannot answer fails its stage: the message is then held, never passed on
 * unchecked. Called for each message, from several threads.
 */
@FunctionalInterface
public interface TenantValidator {

    /** Returns what is known of the tenant, empty when there is none of this id. */
    CompletionStage<Optional<Tenant>> find(String tenantId);
}
