package io.gobridge.camel.transport.servicebus;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Optional;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Reads what {@link PropertyWriter} wrote, and what strangers write. Used for one message. */
final class PropertyReader {

    private final ServiceBusReceivedMessage message;
    private final Map<String, Object> properties;
    private final BridgeMetadata metadata;

    /** @throws IllegalArgumentException when the metadata cannot be understood */
    PropertyReader(ServiceBusReceivedMessage message) {
        this.message = message;
        this.properties = message.getApplicationProperties();
        Object json = properties.get(BridgeMetadata.PROPERTY);
        this.metadata = json == null ? BridgeMetadata.NONE : BridgeMetadata.parse(json.toString());
    }

    /** Returns every application property as a header, whatever it means; for a message that cannot be decoded. */
    static Headers.Builder raw(ServiceBusReceivedMessage message) {
        Headers.Builder headers = Headers.builder();
        message.getApplicationProperties().forEach((name, value) -> put(headers, name, header(value)));
        addReceipt(headers, message);
        return headers;
    }

    boolean isPayloadAbsent() {
        return metadata.isAbsent();
    }

    /** Returns the id; empty when the message has none. */
    Optional<String> messageId() {
        String ours = text(ServiceBusHeaders.MESSAGE_ID);
        return ours.isEmpty()
                ? Optional.ofNullable(message.getMessageId()).filter(id -> !id.isEmpty()) : Optional.of(ours);
    }

    String subject() {
        return message.getSubject() == null
                ? metadata.texts().getOrDefault(ServiceBusHeaders.SUBJECT, "") : message.getSubject();
    }

    /** @throws IllegalArgumentException when the property is no instant */
    Optional<Instant> createdAt() {
        String text = text(ServiceBusHeaders.CREATED_AT);
        try {
            return text.isEmpty()
                    ? Optional.ofNullable(message.getEnqueuedTime()).map(OffsetDateTime::toInstant)
                    : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(ServiceBusHeaders.CREATED_AT + " is no instant", e);
        }
    }

    /** Reads the keys; the ordering key is the session, unless the session merely stands for it. */
    Identity identity() {
        Identity identity = IdentityFields.read(properties.keySet(), this::text);
        String session = message.getSessionId() == null ? "" : message.getSessionId();
        boolean standsForTheKey = ServiceBusText.id(identity.orderingKey()).equals(session);
        return session.isEmpty() || standsForTheKey ? identity : identity.withOrderingKey(session);
    }

    /** @throws IllegalArgumentException when a value is not of the type that the metadata names */
    Headers.Builder headers() {
        Headers.Builder headers = Headers.builder();
        metadata.headers().forEach(headers::put);
        properties.forEach((name, value) -> {
            if (!ServiceBusHeaders.isField(name)) {
                put(headers, name, value(name, value));
            }
        });
        putPresent(headers, ServiceBusHeaders.CONTENT_TYPE, message.getContentType());
        putPresent(headers, ServiceBusHeaders.CORRELATION_ID, message.getCorrelationId());
        putPresent(headers, ServiceBusHeaders.REPLY_TO, message.getReplyTo());
        putPresent(headers, ServiceBusHeaders.PARTITION_KEY, message.getPartitionKey());
        addReceipt(headers, message);
        return headers;
    }

    private static void addReceipt(Headers.Builder headers, ServiceBusReceivedMessage message) {
        headers.put(ServiceBusHeaders.SEQUENCE_NUMBER, message.getSequenceNumber());
        putPresent(headers, ServiceBusHeaders.DEAD_LETTER_REASON, message.getDeadLetterReason());
        putPresent(headers, ServiceBusHeaders.DEAD_LETTER_DESCRIPTION, message.getDeadLetterErrorDescription());
    }

    private Object value(String name, Object value) {
        String label = metadata.types().get(name);
        return label == null || !(value instanceof String text) ? header(value) : HeaderType.ofLabel(label).parse(text);
    }

    /** Makes a header of any value that AMQP has. */
    private static Object header(Object value) {
        if (Headers.isSupported(value)) {
            return value;
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof Date date) {
            return date.toInstant();
        }
        return value instanceof Number number ? number(number.toString()) : value.toString();
    }

    /** Makes a number of one that Java does not have, such as an unsigned one. */
    private static Object number(String text) {
        try {
            BigInteger whole = new BigInteger(text);
            return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
        } catch (NumberFormatException e) {
            return decimal(text);
        }
    }

    private static Object decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private String text(String name) {
        Object value = properties.get(name);
        return value == null ? metadata.texts().getOrDefault(name, "") : value.toString();
    }

    /** A property may have no name at all; a header may not. */
    private static void put(Headers.Builder headers, String name, Object value) {
        headers.put(name.isEmpty() ? "servicebus.unnamed" : name, value);
    }

    private static void putPresent(Headers.Builder headers, String name, Object value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}
