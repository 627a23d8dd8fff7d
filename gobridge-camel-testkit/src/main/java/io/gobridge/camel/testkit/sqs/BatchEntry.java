package io.gobridge.camel.testkit.sqs;

/**
 * One entry of a batch request, for choosing those that fail. Immutable.
 *
 * @param index the position in the request, from 0
 * @param id    the entry's id, unique only within its request
 * @param body  the message body; empty for an action that has none, such as {@code DeleteMessageBatch}
 */
public record BatchEntry(int index, String id, String body) {
}
