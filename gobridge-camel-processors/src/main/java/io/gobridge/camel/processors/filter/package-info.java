/**
 * Lets messages through, drops them or chooses their binding, by a condition. Start at
 * {@link io.gobridge.camel.processors.filter.FilterProcessor}.
 */
package io.gobridge.camel.processors.filter;
