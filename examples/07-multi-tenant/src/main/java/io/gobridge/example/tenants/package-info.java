/** Orders of several tenants through all five steps. Start at {@link io.gobridge.example.tenants.TenantOrders}. */
package io.gobridge.example.tenants;
