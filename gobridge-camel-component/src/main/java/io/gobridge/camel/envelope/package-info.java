/**
 * Holds one message as plain immutable data, independent of Camel and of any broker. Start at
 * {@link io.gobridge.camel.envelope.Envelope}.
 */
package io.gobridge.camel.envelope;
