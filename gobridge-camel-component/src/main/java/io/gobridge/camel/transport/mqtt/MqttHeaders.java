package io.gobridge.camel.transport.mqtt;

import java.util.Set;

import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Names what an envelope and a PUBLISH call the same things by. */
final class MqttHeaders {

    /** Header: the topic that the message came on. Not sent on. */
    static final String TOPIC = "mqtt.topic";
    /** Header: true when the broker had kept the message from before the subscription; else absent. Not sent on. */
    static final String RETAINED = "mqtt.retained";
    /** Header: the property Content Type, a text. */
    static final String CONTENT_TYPE = "mqtt.content-type";
    /** Header: the property Response Topic, a text. */
    static final String RESPONSE_TOPIC = "mqtt.response-topic";
    /** Header: the property Correlation Data, bytes. */
    static final String CORRELATION_DATA = "mqtt.correlation-data";

    /** User property: the message id. */
    static final String MESSAGE_ID = "gobridge.message-id";
    /** User property: the subject. */
    static final String SUBJECT = "gobridge.subject";
    /** User property: when the message was created, ISO-8601 in UTC. */
    static final String CREATED_AT = "gobridge.created-at";

    private static final Set<String> FIELDS = Set.of(MESSAGE_ID, SUBJECT, CREATED_AT, BridgeMetadata.PROPERTY);

    private MqttHeaders() {
    }

    /** Tells whether a user property of this name is a field of the envelope and no header. */
    static boolean isField(String property) {
        return FIELDS.contains(property) || IdentityFields.isField(property);
    }

    /** Tells whether the header says how this transport received the message, and nothing about the message. */
    static boolean isOfTheReceipt(String header) {
        return header.equals(TOPIC) || header.equals(RETAINED);
    }

    /** Tells whether a header of this name may be set from a property of its own. */
    static boolean isProperty(String header) {
        return header.equals(CONTENT_TYPE) || header.equals(RESPONSE_TOPIC) || header.equals(CORRELATION_DATA);
    }
}
