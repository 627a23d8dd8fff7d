/**
 * Checks which tenant a message belongs to and what the tenant may use. Start at
 * {@link io.gobridge.camel.processors.tenant.TenantProcessor};
 * {@link io.gobridge.camel.processors.tenant.TenantValidator} and
 * {@link io.gobridge.camel.processors.tenant.TenantUsage} are its ports.
 */
package io.gobridge.camel.processors.tenant;
