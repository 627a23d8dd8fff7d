package io.gobridge.camel.transport.amqp10;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.message.Message;

/** Reads what {@link MessageWriter} wrote, and what strangers write. Used for one message. */
final class MessageReader {

    private final Message message;
    private final Properties properties;
    private final Map<String, Object> application;
    private final BridgeMetadata metadata;

    /** @throws IllegalArgumentException when the metadata cannot be understood */
    MessageReader(Message message) {
        this.message = message;
        this.properties = properties(message);
        this.application = application(message);
        this.metadata = application.get(BridgeMetadata.PROPERTY) instanceof String json
                ? BridgeMetadata.parse(json) : BridgeMetadata.NONE;
    }

    /** Returns every application property as a header, whatever it means; for a message that cannot be decoded. */
    static Headers.Builder raw(Message message) {
        Headers.Builder headers = Headers.builder();
        application(message).forEach((name, value) -> put(headers, name, anyValue(value)));
        return headers;
    }

    /** Returns the message id as text, bytes in hexadecimal; empty when there is none. */
    Optional<String> messageId() {
        Object id = properties.getMessageId();
        String text = id instanceof Binary binary ? HexFormat.of().formatHex(AmqpValues.bytes(binary)) : String.valueOf(id);
        return id == null || text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    String subject() {
        return properties.getSubject() == null
                ? metadata.texts().getOrDefault(AmqpHeaders.SUBJECT, "") : properties.getSubject();
    }

    /** @throws IllegalArgumentException when the application property is no instant */
    Optional<Instant> createdAt() {
        if (application.get(AmqpHeaders.CREATED_AT) instanceof String text) {
            try {
                return Optional.of(Instant.parse(text));
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(AmqpHeaders.CREATED_AT + " is no instant", e);
            }
        }
        return Optional.ofNullable(properties.getCreationTime()).map(Date::toInstant);
    }

    /** Returns the absolute expiry, else the one that the time to live leads to. */
    Optional<Instant> expiresAt(Instant now) {
        if (properties.getAbsoluteExpiryTime() != null) {
            return Optional.of(properties.getAbsoluteExpiryTime().toInstant());
        }
        boolean hasTtl = message.getHeader() != null && message.getHeader().getTtl() != null;
        return hasTtl ? Optional.of(now.plusMillis(message.getHeader().getTtl().longValue())) : Optional.empty();
    }

    Identity identity() {
        return IdentityFields.read(application.keySet(), this::key);
    }

    /**
     * Returns the headers.
     *
     * @throws IllegalArgumentException when a value is not of the type that the metadata names, or of one that headers
     *                                  do not have
     */
    Headers.Builder headers() {
        Headers.Builder headers = Headers.builder();
        metadata.headers().forEach(headers::put);
        application.forEach((name, value) -> {
            if (!AmqpHeaders.isField(name)) {
                put(headers, name, value(name, value));
            }
        });
        putProperties(headers);
        return headers;
    }

    private void putProperties(Headers.Builder headers) {
        putPresent(headers, AmqpHeaders.TO, properties.getTo());
        putPresent(headers, AmqpHeaders.USER_ID, properties.getUserId());
        putPresent(headers, AmqpHeaders.CONTENT_TYPE, properties.getContentType());
        putPresent(headers, AmqpHeaders.CONTENT_ENCODING, properties.getContentEncoding());
        putPresent(headers, AmqpHeaders.CORRELATION_ID, properties.getCorrelationId());
        putPresent(headers, AmqpHeaders.REPLY_TO, properties.getReplyTo());
        putPresent(headers, AmqpHeaders.GROUP_ID, properties.getGroupId());
        int priority = message.getPriority();
        if (priority != MessageDefaults.NORMAL_PRIORITY) {
            headers.put(AmqpHeaders.PRIORITY, priority);
        }
    }

    private Object value(String name, Object value) {
        String label = metadata.types().get(name);
        return label != null && value instanceof String text
                ? HeaderType.ofLabel(label).parse(text) : AmqpValues.fromWire(value);
    }

    private String key(String name) {
        return application.get(name) instanceof String text ? text : metadata.texts().getOrDefault(name, "");
    }

    private static void putPresent(Headers.Builder headers, String name, Object value) {
        if (value != null) {
            headers.put(name, AmqpValues.fromWire(value));
        }
    }

    /** A property may have no name at all; a header may not. */
    private static void put(Headers.Builder headers, String name, Object value) {
        headers.put(name.isEmpty() ? "amqp10.unnamed" : name, value);
    }

    private static Object anyValue(Object value) {
        try {
            return AmqpValues.fromWire(value);
        } catch (IllegalArgumentException e) {
            return value.toString();
        }
    }

    private static Properties properties(Message message) {
        return message.getProperties() == null ? new Properties() : message.getProperties();
    }

    private static Map<String, Object> application(Message message) {
        ApplicationProperties section = message.getApplicationProperties();
        Map<String, Object> named = new LinkedHashMap<>();
        if (section != null && section.getValue() != null) {
            ((Map<?, ?>) section.getValue()).forEach((name, value) -> named.put(String.valueOf(name), value));
        }
        return named;
    }
}
