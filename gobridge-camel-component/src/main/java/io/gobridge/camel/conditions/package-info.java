/**
 * Asks questions about a message: one grammar and one way to compare, for filters, resolver rules and subscriptions.
 * Start at {@link io.gobridge.camel.conditions.Condition}; {@link io.gobridge.camel.conditions.MessageView} is what is
 * asked.
 */
package io.gobridge.camel.conditions;
