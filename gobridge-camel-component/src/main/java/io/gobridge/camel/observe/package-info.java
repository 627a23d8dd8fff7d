/** Shows how the bridges fare. Start at {@link io.gobridge.camel.observe.BridgeHealthCheck}. */
package io.gobridge.camel.observe;
