/**
 * Camel's door to the bridge: component, endpoint, consumer and producer of scheme {@code gobridge}. Start at
 * {@link io.gobridge.camel.GoBridgeEndpoint}.
 */
package io.gobridge.camel;
