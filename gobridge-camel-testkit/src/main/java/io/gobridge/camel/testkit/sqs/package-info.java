/**
 * SQS in this JVM, behind a door that counts requests and plays faults. Start with
 * {@link io.gobridge.camel.testkit.sqs.EmbeddedSqs}.
 */
@NullMarked
package io.gobridge.camel.testkit.sqs;

import org.jspecify.annotations.NullMarked;
