/** Names the destinations of a message. Start at {@link io.gobridge.camel.routing.DispatchPlan}. */
package io.gobridge.camel.routing;
