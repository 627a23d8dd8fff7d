/**
 * Connects the bridge to a broker or any other source or target. Start at
 * {@link io.gobridge.camel.transport.Transport}; each broker has a package of its own below this one.
 */
package io.gobridge.camel.transport;
