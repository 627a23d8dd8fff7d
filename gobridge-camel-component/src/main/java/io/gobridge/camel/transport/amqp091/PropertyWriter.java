package io.gobridge.camel.transport.amqp091;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.envelope.HeaderType;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Utf8;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.transport.BridgeMetadata;
import io.gobridge.camel.transport.IdentityFields;
import io.gobridge.camel.transport.MetadataBuilder;

/**
 * Gives each part of an envelope its place: one of the properties of AMQP, else a message header of the same name, in
 * its own type or as text, and packed into {@link BridgeMetadata} what the wire cannot carry in the open. Used for one
 * envelope.
 */
final class PropertyWriter {

    private static final int PERSISTENT = 2;

    private static final int HIGHEST_PRIORITY = 255;

    /** Four bytes of milliseconds, 49 days: RabbitMQ closes the channel for more. */
    private static final long LONGEST_EXPIRATION = 0xFFFF_FFFFL;

    private final BasicProperties.Builder properties = new BasicProperties.Builder();
    private final Map<String, Object> wire = new LinkedHashMap<>();
    private final MetadataBuilder metadata = new MetadataBuilder("AMQP 0-9-1");

    /**
     * @throws BridgeException {@link FailureCode#INVALID_HEADER} naming the header that cannot be carried,
     *                         {@link FailureCode#MESSAGE_EXPIRED} when it is too late
     */
    static BasicProperties write(Envelope envelope, Instant now) {
        PropertyWriter writer = new PropertyWriter();
        writer.addId(envelope.id());
        writer.addText(Amqp091Headers.SUBJECT, envelope.subject());
        writer.addCreation(envelope.createdAt());
        envelope.expiresAt().ifPresent(expiry -> writer.addExpiry(expiry, now, envelope));
        IdentityFields.forEach(envelope.identity(), writer::addText);
        envelope.headers().forEach((name, value) -> writer.addHeader(name, value, envelope.identity()));
        writer.metadata.toJson(envelope.payload().isAbsent())
                .ifPresent(json -> writer.wire.put(BridgeMetadata.PROPERTY, json));
        return writer.properties.headers(writer.wire).deliveryMode(PERSISTENT).build();
    }

    private void addId(String id) {
        if (Amqp091Text.isShort(id)) {
            properties.messageId(id);
        } else {
            metadata.text(Amqp091Headers.MESSAGE_ID, id);
        }
    }

    private void addText(String name, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (Utf8.isEncodable(text)) {
            wire.put(name, text);
        } else {
            metadata.text(name, text);
        }
    }

    private void addCreation(Instant created) {
        Instant second = Instant.ofEpochSecond(created.getEpochSecond());
        if (TableCodec.isTimestamp(second)) {
            properties.timestamp(Date.from(second));
        }
        if (!TableCodec.isTimestamp(created)) {
            wire.put(Amqp091Headers.CREATED_AT, created.toString());
        }
    }

    /** Rounds up, so that no message expires before its time. */
    private void addExpiry(Instant expiry, Instant now, Envelope envelope) {
        if (envelope.isExpired(now)) {
            throw BridgeException.of(FailureCode.MESSAGE_EXPIRED, "Message " + envelope.id() + " expired at " + expiry);
        }
        wire.put(Amqp091Headers.EXPIRES_AT, expiry.toString());
        if (!expiry.isAfter(now.plusMillis(LONGEST_EXPIRATION))) {
            long millis = Duration.between(now, expiry).plusMillis(1).minusNanos(1).toMillis();
            properties.expiration(Long.toString(Math.max(1, millis)));
        }
    }

    private void addHeader(String name, Object value, Identity identity) {
        if (Amqp091Headers.isOfTheReceipt(name) || IdentityFields.isRepeatedBy(name, identity)
                || setProperty(name, value)) {
            return;
        }
        if (Amqp091Headers.hasMeaning(name) || !Amqp091Text.isShort(name)) {
            metadata.pack(name, value);
            return;
        }
        if (value == null) {
            wire.put(name, null);
            return;
        }
        Optional<Object> field = TableCodec.write(value);
        if (field.isPresent()) {
            wire.put(name, field.get());
        } else {
            addAsText(name, value);
        }
    }

    private void addAsText(String name, Object value) {
        HeaderType type = HeaderType.of(value);
        String text = metadata.format(name, type, value);
        if (type == HeaderType.TEXT || !Utf8.isEncodable(text)) {
            metadata.pack(name, value);
            return;
        }
        wire.put(name, text);
        metadata.type(name, type);
    }

    /** Sets the property that the header stands for; false when there is none, or none that takes the value. */
    private boolean setProperty(String name, Object value) {
        if (name.equals(Amqp091Headers.PRIORITY)) {
            boolean fits = value instanceof Integer priority && priority >= 0 && priority <= HIGHEST_PRIORITY;
            return fits && properties.priority((Integer) value) != null;
        }
        if (!(value instanceof String text) || !Amqp091Text.isShort(text)) {
            return false;
        }
        BasicProperties.Builder set = switch (name) {
            case Amqp091Headers.CONTENT_TYPE -> properties.contentType(text);
            case Amqp091Headers.CONTENT_ENCODING -> properties.contentEncoding(text);
            case Amqp091Headers.CORRELATION_ID -> properties.correlationId(text);
            case Amqp091Headers.REPLY_TO -> properties.replyTo(text);
            case Amqp091Headers.TYPE -> properties.type(text);
            case Amqp091Headers.APP_ID -> properties.appId(text);
            default -> null;
        };
        return set != null;
    }
}
