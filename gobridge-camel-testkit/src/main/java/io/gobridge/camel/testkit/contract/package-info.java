/**
 * The rules of delivery as tests that every transport passes. Start at
 * {@link io.gobridge.camel.testkit.contract.DeliveryContract}.
 */
package io.gobridge.camel.testkit.contract;
