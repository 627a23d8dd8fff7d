package io.gobridge.camel.transport.amqp091;

import java.util.Set;

import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Names what an envelope and a message of AMQP 0-9-1 call the same things by. */
final class Amqp091Headers {

    private static final String OURS = "amqp091.";

    /** Header: the routing key that the message came with. Not sent on. */
    static final String ROUTING_KEY = OURS + "routing-key";
    /** Header: the exchange that the message came through, empty text for the default one. Not sent on. */
    static final String EXCHANGE = OURS + "exchange";
    /** Header: true when the broker says that it handed the message over before; else absent. Not sent on. */
    static final String REDELIVERED = OURS + "redelivered";
    /**
     * Header: the property delivery-mode when it is not 2, persistent. Not sent on: what a bridge sends is persistent.
     */
    static final String DELIVERY_MODE = OURS + "delivery-mode";
    /** Header: the property user-id. Not sent on: a broker checks it against the connection's user. */
    static final String USER_ID = OURS + "user-id";
    /** Header: a message header without a name. */
    static final String UNNAMED = OURS + "unnamed";

    /** Header: the property content-type, a text. */
    static final String CONTENT_TYPE = OURS + "content-type";
    /** Header: the property content-encoding, a text. */
    static final String CONTENT_ENCODING = OURS + "content-encoding";
    /** Header: the property correlation-id, a text. */
    static final String CORRELATION_ID = OURS + "correlation-id";
    /** Header: the property reply-to, a text. */
    static final String REPLY_TO = OURS + "reply-to";
    /** Header: the property type, a text. */
    static final String TYPE = OURS + "type";
    /** Header: the property app-id, a text. */
    static final String APP_ID = OURS + "app-id";
    /** Header: the property priority, an int from 0 to 255. */
    static final String PRIORITY = OURS + "priority";

    /** The property that has the message id; not a header. */
    static final String MESSAGE_ID = "message-id";
    /** Message header: the subject. */
    static final String SUBJECT = "gobridge.subject";
    /** Message header: when the message was created, ISO-8601 in UTC; for what the property timestamp cannot say. */
    static final String CREATED_AT = "gobridge.created-at";
    /** Message header: when the message expires, ISO-8601 in UTC; the property expiration says how long it had. */
    static final String EXPIRES_AT = "gobridge.expires-at";

    /** Message header of a quorum queue: how often the message came back to the queue. */
    static final String DELIVERY_COUNT = "x-delivery-count";

    private static final Set<String> FIELDS = Set.of(SUBJECT, CREATED_AT, EXPIRES_AT, BridgeMetadata.PROPERTY);

    private static final Set<String> OF_THE_RECEIPT = Set.of(ROUTING_KEY, EXCHANGE, REDELIVERED, DELIVERY_MODE, USER_ID);

    private static final Set<String> OF_THE_BROKER = Set.of(DELIVERY_COUNT, "x-acquired-count", "x-death",
            "x-first-death-exchange", "x-first-death-queue", "x-first-death-reason", "x-last-death-exchange",
            "x-last-death-queue", "x-last-death-reason");

    /** A broker sends copies of the message to the keys in these. */
    private static final Set<String> COMMANDS = Set.of("CC", "BCC");

    private Amqp091Headers() {
    }

    /** Tells whether a message header of this name, when it is a text, is a field of the envelope and no header. */
    static boolean isField(String name) {
        return FIELDS.contains(name) || IdentityFields.isField(name);
    }

    /** Tells whether a header of this name cannot travel as a message header, for it has a meaning there. */
    static boolean hasMeaning(String name) {
        return isField(name) || COMMANDS.contains(name);
    }

    /** Tells whether the header says how a broker handed over the message; a broker would take it for its own. */
    static boolean isOfTheReceipt(String name) {
        return OF_THE_RECEIPT.contains(name) || OF_THE_BROKER.contains(name);
    }
}
