package io.gobridge.camel.transport.sqs;

import java.util.Map;

import io.gobridge.camel.envelope.Utf8;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * A message as SQS takes it.
 *
 * @param body       the body, never empty
 * @param attributes at most ten
 * @param bytes      how long SQS counts the message: the body and each attribute's name, type and value
 * @param groupId    the message group; empty on a standard queue
 * @param dedupId    the deduplication id; empty on a standard queue
 */
record WireMessage(String body, Map<String, MessageAttributeValue> attributes, int bytes, String groupId, String dedupId) {

    /** Counts the bytes as SQS does. */
    static WireMessage of(SqsBody body, Map<String, MessageAttributeValue> attributes, String groupId, String dedupId) {
        int bytes = body.bytes();
        for (Map.Entry<String, MessageAttributeValue> attribute : attributes.entrySet()) {
            bytes += attribute.getKey().length() + length(attribute.getValue());
        }
        return new WireMessage(body.text(), attributes, bytes, groupId, dedupId);
    }

    private static int length(MessageAttributeValue value) {
        int content = value.binaryValue() == null
                ? Utf8.length(value.stringValue()) : value.binaryValue().asByteArrayUnsafe().length;
        return value.dataType().length() + content;
    }
}
