/**
 * Uses any other Camel endpoint as source or target: a delivery is settled by completing or failing the exchange that
 * the endpoint's own consumer made. Start at {@link io.gobridge.camel.transport.camel.CamelTransport}.
 */
package io.gobridge.camel.transport.camel;
