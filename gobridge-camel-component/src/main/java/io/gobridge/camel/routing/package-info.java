/**
 * Names the destinations of a message. Start at {@link io.gobridge.camel.routing.DestinationResolver}, which chooses
 * among {@link io.gobridge.camel.routing.Binding}s.
 */
package io.gobridge.camel.routing;
