/**
 * Takes responsibility for one message of a source until it is settled. Start at
 * {@link io.gobridge.camel.delivery.Delivery}; {@link io.gobridge.camel.delivery.Settlement} decides how it ends.
 */
package io.gobridge.camel.delivery;
