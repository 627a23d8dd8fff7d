/**
 * Speaks to Amazon SQS through the client of an {@code aws2-sqs} endpoint. Start at
 * {@link io.gobridge.camel.transport.sqs.SqsTransport}.
 */
package io.gobridge.camel.transport.sqs;
