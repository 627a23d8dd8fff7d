/**
 * Takes a message from the route to its targets. Start at {@link io.gobridge.camel.dispatch.DirectHold}; the interfaces
 * are the ports between the route, the outbox and the dead letters.
 */
package io.gobridge.camel.dispatch;
