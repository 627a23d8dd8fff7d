package io.gobridge.camel.transport.amqp091;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;

/** Reads what {@link PropertyWriter} wrote, and what strangers write. Used for one message. */
final class PropertyReader {

    private static final int PERSISTENT = 2;

    private final BasicProperties properties;
    private final Map<String, Object> wire;
    private final BridgeMetadata metadata;

    /** @throws IllegalArgumentException when the metadata cannot be understood */
    PropertyReader(BasicProperties properties) {
        this.properties = properties;
        this.wire = headersOf(properties, TableCodec::read);
        Object text = wire.get(BridgeMetadata.PROPERTY);
        this.metadata = text instanceof String json ? BridgeMetadata.parse(json) : BridgeMetadata.NONE;
    }

    /** Returns every message header and property as a header, whatever it means; for what cannot be decoded. */
    static Headers.Builder raw(BasicProperties properties) {
        Headers.Builder headers = Headers.builder();
        headersOf(properties, PropertyReader::readable).forEach((name, value) -> put(headers, name, value));
        putPresent(headers, "amqp091." + Amqp091Headers.MESSAGE_ID, properties.getMessageId());
        addProperties(headers, properties);
        return headers;
    }

    boolean isPayloadAbsent() {
        return metadata.isAbsent();
    }

    /** Returns the message id that the sender gave; empty when there is none. */
    Optional<String> messageId() {
        String id = properties.getMessageId();
        return Optional.of(id == null ? metadata.texts().getOrDefault(Amqp091Headers.MESSAGE_ID, "") : id)
                .filter(text -> !text.isEmpty());
    }

    String subject() {
        return text(Amqp091Headers.SUBJECT);
    }

    /** @throws IllegalArgumentException when the message header is no instant */
    Optional<Instant> createdAt() {
        return instant(Amqp091Headers.CREATED_AT)
                .or(() -> Optional.ofNullable(properties.getTimestamp()).map(Date::toInstant));
    }

    /**
     * Returns when the message expires. Of a stranger's message the broker tells how long it had in all and not since
     * when: counted from now, which may be late and never early.
     *
     * @throws IllegalArgumentException when the message header is no instant
     */
    Optional<Instant> expiresAt(Instant now) {
        return instant(Amqp091Headers.EXPIRES_AT).or(() -> expiration(now));
    }

    Identity identity() {
        return IdentityFields.read(wire.keySet(), this::text);
    }

    /** @throws IllegalArgumentException when a value is not of the type that the metadata names */
    Headers.Builder headers() {
        Headers.Builder headers = Headers.builder();
        metadata.headers().forEach(headers::put);
        wire.forEach((name, value) -> {
            if (!(value instanceof String) || !Amqp091Headers.isField(name)) {
                put(headers, name, typed(name, value));
            }
        });
        addProperties(headers, properties);
        return headers;
    }

    private Object typed(String name, Object value) {
        String label = metadata.types().get(name);
        return label == null || !(value instanceof String text) ? value : HeaderType.ofLabel(label).parse(text);
    }

    private Optional<Instant> instant(String name) {
        String text = text(name);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " is no instant", e);
        }
    }

    private Optional<Instant> expiration(Instant now) {
        try {
            return Optional.ofNullable(properties.getExpiration()).map(Long::parseLong).filter(millis -> millis >= 0)
                    .map(now::plusMillis);
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private String text(String name) {
        return wire.get(name) instanceof String text ? text : metadata.texts().getOrDefault(name, "");
    }

    private static Map<String, Object> headersOf(BasicProperties properties, UnaryOperator<Object> read) {
        Map<String, Object> headers = new LinkedHashMap<>();
        if (properties.getHeaders() != null) {
            properties.getHeaders().forEach((name, field) -> headers.put(name, read.apply(field)));
        }
        return headers;
    }

    private static Object readable(Object field) {
        try {
            return TableCodec.read(field);
        } catch (IllegalArgumentException e) {
            return "left out: " + e.getMessage();
        }
    }

    private static void addProperties(Headers.Builder headers, BasicProperties properties) {
        putPresent(headers, Amqp091Headers.CONTENT_TYPE, properties.getContentType());
        putPresent(headers, Amqp091Headers.CONTENT_ENCODING, properties.getContentEncoding());
        putPresent(headers, Amqp091Headers.CORRELATION_ID, properties.getCorrelationId());
        putPresent(headers, Amqp091Headers.REPLY_TO, properties.getReplyTo());
        putPresent(headers, Amqp091Headers.TYPE, properties.getType());
        putPresent(headers, Amqp091Headers.APP_ID, properties.getAppId());
        putPresent(headers, Amqp091Headers.USER_ID, properties.getUserId());
        putPresent(headers, Amqp091Headers.PRIORITY, properties.getPriority());
        Integer mode = properties.getDeliveryMode();
        putPresent(headers, Amqp091Headers.DELIVERY_MODE, mode != null && mode == PERSISTENT ? null : mode);
    }

    /** A message header may have no name at all; a header of an envelope may not. */
    private static void put(Headers.Builder headers, String name, Object value) {
        headers.put(name.isEmpty() ? Amqp091Headers.UNNAMED : name, value);
    }

    private static void putPresent(Headers.Builder headers, String name, Object value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}
