package io.gobridge.camel.processors.tenant;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * How much a tenant may use. Immutable.
 *
 * @param maxInFlight most deliveries that are not settled yet; {@link Tenant#NO_LIMIT} for any
 * @param maxRate     most messages in a time window; {@link Tenant#NO_LIMIT} for any
 */
public record Quota(long maxInFlight, long maxRate) {

    /** No limit. */
    public static final Quota NONE = new Quota(Tenant.NO_LIMIT, Tenant.NO_LIMIT);

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a limit is negative */
    public Quota {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(maxInFlight >= 0, "maxInFlight", maxInFlight, "must not be negative");
        problems.require(maxRate >= 0, "maxRate", maxRate, "must not be negative");
        problems.throwIfAny("Quota");
    }

    /** Returns the smaller of both limits each. */
    Quota and(Quota other) {
        return new Quota(Math.min(maxInFlight, other.maxInFlight), Math.min(maxRate, other.maxRate));
    }
}
