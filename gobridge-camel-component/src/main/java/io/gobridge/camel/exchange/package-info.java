/**
 * Takes a delivery through a Camel route and settles it when the exchange ends. Start at
 * {@link io.gobridge.camel.exchange.Intake}; {@link io.gobridge.camel.exchange.Settler} carries out every settlement.
 */
package io.gobridge.camel.exchange;
