/**
 * Moves messages within one CamelContext: no broker, and the reference that passes the whole delivery contract. Start
 * at {@link io.gobridge.camel.transport.memory.MemoryQueue}.
 */
package io.gobridge.camel.transport.memory;
