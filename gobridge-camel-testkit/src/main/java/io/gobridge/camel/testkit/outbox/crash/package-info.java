/**
 * Hurts the nodes of an outbox at every point where it could matter, and counts what came of it. Start at
 * {@link io.gobridge.camel.testkit.outbox.crash.CrashMatrix}.
 */
package io.gobridge.camel.testkit.outbox.crash;
