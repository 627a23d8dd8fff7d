package io.gobridge.camel.transport.amqp10;

import java.util.Set;

import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Names what an envelope and an AMQP message call the same things by. */
final class AmqpHeaders {

    /** Header: the property {@code to}, a text. Not sent on. */
    static final String TO = "amqp10.to";
    /** Header: the property {@code user-id}, bytes. Not sent on: brokers compare it with who is connected. */
    static final String USER_ID = "amqp10.user-id";
    /** Header: the property {@code content-type}, a text. */
    static final String CONTENT_TYPE = "amqp10.content-type";
    /** Header: the property {@code content-encoding}, a text. */
    static final String CONTENT_ENCODING = "amqp10.content-encoding";
    /** Header: the property {@code correlation-id}, a text, a UUID, an unsigned long or bytes. */
    static final String CORRELATION_ID = "amqp10.correlation-id";
    /** Header: the property {@code reply-to}, a text. */
    static final String REPLY_TO = "amqp10.reply-to";
    /** Header: the property {@code group-id}, a text. */
    static final String GROUP_ID = "amqp10.group-id";
    /** Header: the priority, an int from 0 to 9, when it is not 4. */
    static final String PRIORITY = "amqp10.priority";

    /** Application property: when the message was created, where that is finer than the property creation-time. */
    static final String CREATED_AT = "gobridge.created-at";
    /** Field: the subject, for one that is no valid text; else it is the property of that name. */
    static final String SUBJECT = "gobridge.subject";

    private static final Set<String> OF_THE_RECEIPT = Set.of(TO, USER_ID);

    private AmqpHeaders() {
    }

    /** Tells whether an application property of this name is a field of the envelope and no header. */
    static boolean isField(String property) {
        return property.equals(CREATED_AT) || property.equals(BridgeMetadata.PROPERTY) || IdentityFields.isField(property);
    }

    /** Tells whether the header says how this transport received the message, and nothing about the message. */
    static boolean isOfTheReceipt(String header) {
        return OF_THE_RECEIPT.contains(header);
    }
}
