package io.gobridge.camel.transport.servicebus;

import java.util.Set;

import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Names what an envelope and a Service Bus message call the same things by. */
final class ServiceBusHeaders {

    /** Header: the sequence number of the receipt, a long. Not sent on. */
    static final String SEQUENCE_NUMBER = "servicebus.sequence-number";
    /** Header: why the message was dead-lettered, when it comes from a queue of dead letters. Not sent on. */
    static final String DEAD_LETTER_REASON = "servicebus.dead-letter-reason";
    /** Header: the description that goes with the reason. Not sent on. */
    static final String DEAD_LETTER_DESCRIPTION = "servicebus.dead-letter-description";
    /** Header: the property Content Type, a text. */
    static final String CONTENT_TYPE = "servicebus.content-type";
    /** Header: the property Correlation Id, a text. */
    static final String CORRELATION_ID = "servicebus.correlation-id";
    /** Header: the property Reply To, a text. */
    static final String REPLY_TO = "servicebus.reply-to";
    /** Header: the partition key, a text. */
    static final String PARTITION_KEY = "servicebus.partition-key";

    /** Application property: the message id, where Message Id is something else. */
    static final String MESSAGE_ID = "gobridge.message-id";
    /** Application property: the subject, where it cannot be the property Subject. */
    static final String SUBJECT = "gobridge.subject";
    /** Application property: when the message was created, ISO-8601 in UTC. */
    static final String CREATED_AT = "gobridge.created-at";

    /** Application property: which copy of the message this is; absent on the message itself. */
    static final String COPY = "gobridge.copy";

    private static final Set<String> FIELDS = Set.of(MESSAGE_ID, SUBJECT, CREATED_AT, COPY, BridgeMetadata.PROPERTY);

    /** What Service Bus itself adds to dead letters. */
    private static final Set<String> OF_DEAD_LETTERS = Set.of("DeadLetterReason", "DeadLetterErrorDescription");

    private static final Set<String> OF_THE_RECEIPT
            = Set.of(SEQUENCE_NUMBER, DEAD_LETTER_REASON, DEAD_LETTER_DESCRIPTION);

    private static final Set<String> PROPERTIES = Set.of(CONTENT_TYPE, CORRELATION_ID, REPLY_TO, PARTITION_KEY);

    private ServiceBusHeaders() {
    }

    /** Tells whether an application property of this name is a field of the envelope and no header. */
    static boolean isField(String property) {
        return FIELDS.contains(property) || IdentityFields.isField(property) || OF_DEAD_LETTERS.contains(property);
    }

    /** Tells whether the header says how this transport received the message, and nothing about the message. */
    static boolean isOfTheReceipt(String header) {
        return OF_THE_RECEIPT.contains(header);
    }

    /** Tells whether a header of this name may be a property of its own. */
    static boolean isProperty(String header) {
        return PROPERTIES.contains(header);
    }
}
