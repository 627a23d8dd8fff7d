package io.gobridge.camel.processors.tenant;

import java.time.Duration;

import io.gobridge.camel.failure.ConfigurationProblems;

/**
 * What a tenant step asks for. Immutable.
 *
 * @param header         the header that names the tenant, in any letter case
 * @param requiresTenant whether a message without a tenant is rejected; else it passes unchecked
 * @param maxInFlight    most unsettled deliveries of each tenant; 0 for any
 * @param maxRate        most messages of each tenant in a time window; 0 for any
 * @param rateWindow     the length of the time window, above zero
 */
public record TenantSettings(String header, boolean requiresTenant, long maxInFlight, long maxRate, Duration rateWindow) {

    /** Header {@code x-tenant-id}, which need not be there, and no limits. */
    public static final TenantSettings DEFAULT = new TenantSettings("x-tenant-id", false, 0, 0, Duration.ofSeconds(1));

    /** @throws io.gobridge.camel.failure.BridgeException {@code INVALID_CONFIG} when a value is out of its bounds */
    public TenantSettings {
        ConfigurationProblems problems = new ConfigurationProblems();
        problems.require(!header.isBlank(), "header", header, "must be the name of a header");
        problems.require(maxInFlight >= 0, "maxInFlight", maxInFlight, "must not be negative; 0 is no limit");
        problems.require(maxRate >= 0, "maxRate", maxRate, "must not be negative; 0 is no limit");
        problems.require(!rateWindow.isNegative() && !rateWindow.isZero(), "rateWindow", rateWindow, "must be above zero");
        problems.throwIfAny("Tenant");
    }

    /** Returns a copy that reads the tenant from this header. */
    public TenantSettings withHeader(String name) {
        return new TenantSettings(name, requiresTenant, maxInFlight, maxRate, rateWindow);
    }

    /** Returns a copy that rejects messages without a tenant. */
    public TenantSettings requiringTenant() {
        return new TenantSettings(header, true, maxInFlight, maxRate, rateWindow);
    }

    /** Returns a copy that lets each tenant have so many unsettled deliveries; 0 for any. */
    public TenantSettings withMaxInFlight(long deliveries) {
        return new TenantSettings(header, requiresTenant, deliveries, maxRate, rateWindow);
    }

    /** Returns a copy that lets each tenant have so many messages in each window; 0 for any. */
    public TenantSettings withMaxRate(long messages, Duration window) {
        return new TenantSettings(header, requiresTenant, maxInFlight, messages, window);
    }

    Quota quota() {
        return new Quota(maxInFlight == 0 ? Tenant.NO_LIMIT : maxInFlight, maxRate == 0 ? Tenant.NO_LIMIT : maxRate);
    }
}
