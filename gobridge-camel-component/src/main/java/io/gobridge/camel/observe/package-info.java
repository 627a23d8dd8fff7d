/**
 * Shows how the bridges fare and lets people deal with what they could not deliver. Start at
 * {@link io.gobridge.camel.observe.BridgeHealthCheck} and {@link io.gobridge.camel.observe.ManagedDeadLetters}.
 */
package io.gobridge.camel.observe;
