package io.gobridge.camel.processors.tenant;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * What is known of a tenant. Immutable.
 *
 * @param isActive        whether its messages are taken
 * @param maxMessageBytes largest payload; {@link #NO_LIMIT} for any
 * @param quota           what it may use
 */
public record Tenant(boolean isActive, long maxMessageBytes, Quota quota) {

    /** Stands for a limit that is not there. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** Active and without limits. */
    public static final Tenant UNLIMITED = new Tenant(true, NO_LIMIT, Quota.NONE);

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a limit is negative */
    public Tenant {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(maxMessageBytes >= 0, "maxMessageBytes", maxMessageBytes, "must not be negative");
        problems.throwIfAny("Tenant");
    }
}
