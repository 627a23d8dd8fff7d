/**
 * Says what went wrong and who is to blame: one exception with a kind, a code and a scope. Start at
 * {@link io.gobridge.camel.failure.BridgeException}.
 */
package io.gobridge.camel.failure;
