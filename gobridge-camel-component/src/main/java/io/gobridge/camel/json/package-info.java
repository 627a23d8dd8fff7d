/**
 * Reads and writes JSON as positions in its bytes, so that what nobody touches stays as it was written. Start at
 * {@link io.gobridge.camel.json.JsonTree}.
 */
package io.gobridge.camel.json;
